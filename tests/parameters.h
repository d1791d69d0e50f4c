// SPDX-License-Identifier: BSD-2-Clause
// What holds of the table of parameters of any type.
#ifndef RIC_TESTS_PARAMETERS_H
#define RIC_TESTS_PARAMETERS_H

#include "base/parameter.h"
#include "numeric.h"
#include <string.h>

// Keys differ, each says what it is, and its value stands within the data.
static inline void CheckParameters(const RicParameter table[], size_t size) {
  for (const RicParameter *p = table; p->key; ++p) {
    char text[RIC_TEXT_LEN];
    assert_true(strlen(p->help) > 0);
    assert_int_equal(RicParameterDescribe(p, text, sizeof text), 0);
    if (RicParameterHasData(p))
      assert_true(p->offset + sizeof(PetscBool) <= size);
    for (const RicParameter *q = table; q < p; ++q) {
      assert_string_not_equal(p->key, q->key);
      assert_true(!RicParameterHasData(p) || !RicParameterHasData(q) || p->offset != q->offset);
    }
  }
}

#endif

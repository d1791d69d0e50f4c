// SPDX-License-Identifier: BSD-2-Clause
// Decimal: numbers in as few digits as read back to the same double.
#ifndef RIC_IO_DECIMAL_H
#define RIC_IO_DECIMAL_H

#include "base/base.h"

// Room that printing needs, bytes. The longest number, -2.2250738585072014e-308, takes 24.
#define RIC_DECIMAL_LEN 64

typedef struct RicDecimal_ *RicDecimal;

// Makes the table of powers of ten that printing needs: some 100 µs.
PetscErrorCode RicDecimalCreate(RicDecimal *decimal);
PetscErrorCode RicDecimalDestroy(RicDecimal *decimal);
// x in text [RIC_DECIMAL_LEN], zero-terminated; returns its length. The digits are the fewest that
// lie within the rounding of x, of those the closest to x; laid out as %.17g does it: whole numbers
// below 1e17 without a point, an exponent below 1e-4 and from 1e17 on; inf, nan, -0.
size_t RicDecimalPrint(RicDecimal decimal, double x, char text[]);

#endif

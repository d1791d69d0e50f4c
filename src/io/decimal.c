// SPDX-License-Identifier: BSD-2-Clause
// The Schubfach method: R. Giulietti, The Schubfach way to render doubles (2020).
//
// x = c 2^q, c whole, is what every decimal between x − u and x + u reads back to, u half the space
// to the neighbour (ends included where c is even). With 10^k ≤ width of that interval < 10^(k+1)
// it holds one or two multiples of 10^k that enclose x, and at most one of 10^(k+1). They are found
// from 4x 10^−k and 4(x ± u) 10^−k, each rounded to odd: the whole part, its last bit set where
// anything was cut off, compares with whole numbers as the exact value would. 126 bits of 10^−k
// suffice; here they are 128, rounded up.
#include "io/decimal.h"
#include <string.h>

#define LOWEST_POWER (-292) // 10^e for e = −k, k of the largest and of the smallest double
#define HIGHEST_POWER 324
#define NUM_POWERS (HIGHEST_POWER - LOWEST_POWER + 1)
#define NUM_WORDS 42 // 32 bits each: hold 10^324, and 2^1343 divided by 10^292 to 128 bits and more

__extension__ typedef unsigned __int128 Wide;

// 10^e = (high 2^64 + low) 2^s with the highest bit set, rounded up.
typedef struct {
  uint64_t high, low;
} Power;

struct RicDecimal_ {
  Power power[NUM_POWERS];
};

typedef struct {
  uint64_t digits;
  int exponent; // of ten
} Number;

// ---- Powers of ten, from whole numbers in words of 32 bits, the lowest first ----

static Power HighestBits(const uint32_t words[NUM_WORDS]) {
  int top = NUM_WORDS - 1, shift = 0;
  Wide value = 0;
  PetscBool rest = PETSC_FALSE;

  while (!words[top])
    top--;
  while (!((words[top] << shift) >> 31))
    shift++;
  for (int i = 0; i < 5; i++) { // 128 bits lie in five words
    const uint64_t word = top - i >= 0 ? words[top - i] : 0;
    const int place = 96 - 32 * i + shift;
    value |= place >= 0 ? (Wide)word << place : (Wide)(word >> -place);
    rest = (PetscBool)(rest || (place < 0 && (uint32_t)(word << (32 + place))));
  }
  for (int i = 0; i < top - 4; i++)
    rest = (PetscBool)(rest || words[i]);
  value += rest;
  return (Power){(uint64_t)(value >> 64), (uint64_t)value};
}

static void TimesTen(uint32_t words[NUM_WORDS]) {
  uint64_t carry = 0;

  for (int i = 0; i < NUM_WORDS; i++) {
    carry += 10 * (uint64_t)words[i];
    words[i] = (uint32_t)carry;
    carry >>= 32;
  }
}

static void DivideByTen(uint32_t words[NUM_WORDS]) {
  uint64_t rest = 0;

  for (int i = NUM_WORDS - 1; i >= 0; i--) {
    rest = rest << 32 | words[i];
    words[i] = (uint32_t)(rest / 10);
    rest %= 10;
  }
}

PetscErrorCode RicDecimalCreate(RicDecimal *decimal) {
  uint32_t up[NUM_WORDS] = {1}, down[NUM_WORDS] = {0};
  RicDecimal d;

  PetscFunctionBegin;
  PetscCall(PetscNew(&d));
  *decimal = d;
  for (int e = 0; e <= HIGHEST_POWER; e++) {
    d->power[e - LOWEST_POWER] = HighestBits(up);
    TimesTen(up);
  }
  down[NUM_WORDS - 1] = (uint32_t)1 << 31;
  for (int e = -1; e >= LOWEST_POWER; e--) {
    DivideByTen(down); // what is cut off is never nothing: the bit below the 128 stands for it
    down[0] |= 1;
    d->power[e - LOWEST_POWER] = HighestBits(down);
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RicDecimalDestroy(RicDecimal *decimal) {
  PetscFunctionBegin;
  PetscCall(PetscFree(*decimal));
  PetscFunctionReturn(PETSC_SUCCESS);
}

// ---- The fewest digits ----

// Whole parts of logarithms by multiplication, exact over the exponents of doubles.
static int FloorLog10Pow2(int e) { return (e * 1262611) >> 22; }
static int FloorLog10ThreeQuartersPow2(int e) { return (e * 1262611 - 524031) >> 22; }
static int FloorLog2Pow10(int e) { return (e * 1741647) >> 19; }

// The whole part of value 10^e / 2^s, odd where something was cut off.
static uint64_t RoundToOdd(Power p, uint64_t value) {
  const uint64_t carried = (uint64_t)(((Wide)p.low * value) >> 64);
  const Wide product = (Wide)p.high * value + carried;
  return (uint64_t)(product >> 64) | ((uint64_t)product > 1);
}

// c 2^q, c > 0; `even_spaced`: the neighbours below and above are equally far.
static Number Shortest(RicDecimal d, uint64_t c, int q, PetscBool even_spaced) {
  const uint64_t open = c & 1; // the ends of the interval read back to a neighbour
  const int k = even_spaced ? FloorLog10Pow2(q) : FloorLog10ThreeQuartersPow2(q);
  const int shift = q + FloorLog2Pow10(-k) + 1;
  const Power p = d->power[-k - LOWEST_POWER];
  const uint64_t x = RoundToOdd(p, 4 * c << shift);
  const uint64_t low = RoundToOdd(p, (4 * c - (even_spaced ? 2 : 1)) << shift) + open;
  const uint64_t high = RoundToOdd(p, (4 * c + 2) << shift) - open;
  const uint64_t below = x / 4, tens = below / 10;

  if (below >= 10) { // a multiple of 10^(k+1)?
    const PetscBool lower = (PetscBool)(low <= 40 * tens),
                    upper = (PetscBool)(40 * tens + 40 <= high);
    if (lower != upper)
      return (Number){tens + upper, k + 1};
  }
  const PetscBool lower = (PetscBool)(low <= 4 * below), upper = (PetscBool)(4 * below + 4 <= high);
  if (lower != upper)
    return (Number){below + upper, k};
  const uint64_t middle = 4 * below + 2; // both: the closer one, the even one of two as close
  return (Number){below + (x > middle || (x == middle && (below & 1))), k};
}

// ---- Layout ----

#define MAX_DIGITS 17
#define WIDE 20 // bytes that are copied, whatever the number of digits: without calls or loops

static void Copy(char to[WIDE], const char from[WIDE]) { memcpy(to, from, WIDE); }

static char *PrintPair(uint32_t pair, char *end) {
  static const char pairs[] = "0001020304050607080910111213141516171819"
                              "2021222324252627282930313233343536373839"
                              "4041424344454647484950515253545556575859"
                              "6061626364656667686970717273747576777879"
                              "8081828384858687888990919293949596979899";

  memcpy(end - 2, &pairs[2 * pair], 2);
  return end - 2;
}

// The digits of a number in front of `end`, two by two, in words of 32 bits; returns how many.
static int PrintDigits(uint64_t digits, char *end) {
  const uint64_t high = digits / 100000000;
  uint32_t word = (uint32_t)(digits - 100000000 * high);
  char *start = end;

  if (high) {
    for (int k = 0; k < 4; k++, word /= 100)
      start = PrintPair(word % 100, start);
    word = (uint32_t)high; // below 10^9
  }
  for (; word >= 10; word /= 100)
    start = PrintPair(word % 100, start);
  if (word)
    *--start = (char)('0' + word);
  return (int)(end - start);
}

static size_t PrintExponent(int exponent, char text[]) {
  const int size = PetscAbsInt(exponent), wide = size >= 100;

  text[0] = 'e';
  text[1] = exponent < 0 ? '-' : '+';
  text[2] = (char)('0' + size / 100);
  text[2 + wide] = (char)('0' + size / 10 % 10);
  text[3 + wide] = (char)('0' + size % 10);
  return (size_t)(4 + wide);
}

// text = digits [n] with the point after the first `whole` of them (0 and less: zeros in front).
static size_t PlacePoint(const char digits[], int n, int whole, char text[]) {
  static const char zeros[WIDE + 1] = "00000000000000000000";

  if (whole >= n) {
    Copy(text, digits);
    Copy(text + n, zeros);
    return (size_t)whole;
  }
  if (whole > 0) {
    Copy(text, digits);
    text[whole] = '.';
    Copy(text + whole + 1, digits + whole);
    return (size_t)(n + 1);
  }
  text[0] = '0';
  text[1] = '.';
  Copy(text + 2, zeros);
  Copy(text + 2 - whole, digits);
  return (size_t)(2 - whole + n);
}

static size_t PrintNumber(Number number, char text[]) {
  char digits[MAX_DIGITS + WIDE + MAX_DIGITS] = {0}; // they end amid: as many may be read behind

  while (number.digits % 10 == 0) {
    number.digits /= 10;
    number.exponent++;
  }
  const int n = PrintDigits(number.digits, digits + MAX_DIGITS);
  const char *first = digits + MAX_DIGITS - n;
  const int exponent = number.exponent + n - 1; // of the first digit
  if (exponent >= -4 && exponent < 17)
    return PlacePoint(first, n, exponent + 1, text);
  const size_t length = PlacePoint(first, n, 1, text);
  return length + PrintExponent(exponent, text + length);
}

static size_t PrintWord(const char word[], char text[]) {
  memcpy(text, word, strlen(word));
  return strlen(word);
}

size_t RicDecimalPrint(RicDecimal d, double x, char text[]) {
  uint64_t bits;
  char *out = text;

  memcpy(&bits, &x, sizeof(bits));
  const uint64_t fraction = bits & 0xfffffffffffff;
  const int biased = (int)(bits >> 52 & 0x7ff);
  const uint64_t c = biased ? fraction | (uint64_t)1 << 52 : fraction;
  const int q = (biased ? biased : 1) - 1075;
  if (bits >> 63)
    *out++ = '-';
  if (biased == 0x7ff)
    out += PrintWord(fraction ? "nan" : "inf", out);
  else if (!c)
    *out++ = '0';
  else if (q <= 0 && q > -53 && !(c & (((uint64_t)1 << -q) - 1)))
    out += PrintNumber((Number){c >> -q, 0}, out);
  else
    out += PrintNumber(Shortest(d, c, q, (PetscBool)(fraction || biased <= 1)), out);
  *out = 0;
  return (size_t)(out - text);
}

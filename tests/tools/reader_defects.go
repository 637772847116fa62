package main

// What expressions of a reader with made defects call: each has its own value, but for the defect that the request
// names. tests/tools/reader_defects.py writes the calls, and puts this file beside the reader.

import (
	"bytes"
	"cmp"
	"math"
	"reflect"
	"strings"
)

// choose gives another value where a defect is made. A defect is reached where it changes the value.
func choose[T comparable](first int, value T, others ...T) T {
	given := value
	for kind, other := range others {
		if other != value && !on(first+kind) {
			given = other
		}
	}
	return given
}

// madeOperand is an operand of && or ||, as if it were not there.
func madeOperand(first int, neutral bool, value bool) bool {
	return choose(first, value, neutral)
}

// madeCondition always holds, or never.
func madeCondition(first int, value bool) bool {
	return choose(first, value, true, false)
}

// nearlyEqual gives the first kind of text or of numbers, and what each kind takes for equal.
func nearlyEqual(a, b any) (int, []bool) {
	if one, isText := a.(string); isText {
		other := b.(string)
		if min(len(one), len(other)) < 2 {
			return 0, nil
		}
		return 0, []bool{
			strings.EqualFold(one, other),
			strings.HasPrefix(one, other) || strings.HasPrefix(other, one),
			strings.TrimSpace(one) == strings.TrimSpace(other),
			one[:len(one)-1] == other[:len(other)-1],
			one[1:] == other[1:],
		}
	}
	one, other := reflect.ValueOf(a), reflect.ValueOf(b)
	if !one.IsValid() || !other.IsValid() {
		return 0, nil
	}
	var difference int64 = math.MaxInt64
	if one.CanInt() && other.CanInt() {
		difference = one.Int() - other.Int()
	} else if one.CanUint() && other.CanUint() {
		difference = int64(one.Uint()) - int64(other.Uint())
	}
	return 5, []bool{difference == 1, difference == -1}
}

func madeEqual[T comparable](first int, a, b T) bool {
	equal := a == b
	var others []bool
	kind, ways := nearlyEqual(a, b)
	for _, nearly := range ways {
		others = append(others, equal || nearly)
	}
	return choose(first+kind, equal, others...)
}

func madeUnequal[T comparable](first int, a, b T) bool {
	return !madeEqual(first, a, b)
}

// madeOrder compares with a bound that is one more or less.
func madeOrder[T cmp.Ordered](first int, name string, a, b T) bool {
	value := ordered(name, a, b)
	bound := reflect.ValueOf(&b).Elem()
	var others []bool
	for _, step := range []int64{1, -1} {
		moved := reflect.New(bound.Type()).Elem()
		switch {
		case bound.CanInt():
			moved.SetInt(bound.Int() + step)
		case bound.CanUint():
			moved.SetUint(bound.Uint() + uint64(step))
		default:
			return value
		}
		others = append(others, ordered(name, a, moved.Interface().(T)))
	}
	return choose(first, value, others...)
}

func ordered[T cmp.Ordered](name string, a, b T) bool {
	switch name {
	case "<":
		return a < b
	case "<=":
		return a <= b
	case ">":
		return a > b
	}
	return a >= b
}

func madeBytesEqual(first int, areEqual func(a, b []byte) bool, a, b []byte) bool {
	equal, shorter := areEqual(a, b), min(len(a), len(b))
	half := shorter / 2
	return choose(first, equal,
		bytes.Equal(a[:shorter], b[:shorter]),
		len(a) == len(b) && bytes.Equal(a[:half], b[:half]),
		len(a) == len(b) && bytes.Equal(a[half:], b[half:]))
}

// madeText is a text that is not changed.
func madeText(first int, change func(string) string, text string) string {
	return choose(first, change(text), text)
}

// madeNumber is one more or less.
func madeNumber(first int, value int) int {
	return choose(first, value, value+1, value-1)
}

// madeEdit tells whether other text is in the place of an expression.
func madeEdit(first int) bool {
	return !on(first)
}

import { describe, expect, test } from 'vitest'
import { conditionFields, holds, isEmpty } from '../../src/schema/condition'
import type { Condition } from '../../src/schema/types'

const row = { Type: 'ACH', Count: 5, On: true, Off: false, Zero: 0, Blank: ' 　', None: null, Day: '2026-11-30', Kinds: ['SMS', 'Email'], NoKinds: [] }

describe('the truth table of a condition', () => {
  const table: readonly [Condition, boolean][] = [
    [{ field: 'Type', is: 'ACH' }, true],
    [{ field: 'Type', is: 'ach' }, false],
    [{ field: 'Count', is: 5 }, true],
    [{ field: 'Count', is: '5' }, false],
    [{ field: 'On', is: true }, true],
    [{ field: 'Off', is: true }, false],
    [{ field: 'Off', is: null }, false],
    [{ field: 'None', is: null }, true],
    [{ field: 'Missing', is: null }, true],
    [{ field: 'Blank', is: null }, true],
    [{ field: 'Missing', is: false }, false],
    [{ field: 'Type', in: ['Account', 'ACH'] }, true],
    [{ field: 'Type', in: ['Account'] }, false],
    [{ field: 'Missing', in: ['Account', null] }, true],
    [{ field: 'Kinds', has: 'SMS' }, true],
    [{ field: 'Kinds', has: ['FTP', 'Email'] }, true],
    [{ field: 'Kinds', has: ['FTP'] }, false],
    [{ field: 'NoKinds', has: 'SMS' }, false],
    [{ field: 'Type', has: 'ACH' }, false],
    [{ field: 'Missing', has: 'ACH' }, false],
    [{ field: 'Missing', empty: true }, true],
    [{ field: 'Blank', empty: true }, true],
    [{ field: 'NoKinds', empty: true }, true],
    [{ field: 'Zero', empty: true }, false],
    [{ field: 'Off', empty: true }, false],
    [{ field: 'Zero', empty: false }, true],
    [{ field: 'None', empty: false }, false],
    [{ field: 'Count', atLeast: 5 }, true],
    [{ field: 'Count', atLeast: 6 }, false],
    [{ field: 'Count', atMost: 5 }, true],
    [{ field: 'Count', atMost: 4 }, false],
    [{ field: 'Zero', atMost: 0 }, true],
    [{ field: 'Day', atLeast: '2026-11-30' }, true],
    [{ field: 'Day', atMost: '2026-11-29' }, false],
    [{ field: 'Missing', atLeast: 0 }, false],
    [{ field: 'Missing', atMost: 0 }, false],
    [{ field: 'Type', atLeast: 5 }, false],
    [{ field: 'Count', atMost: '9' }, false],
  ]
  test.each(table)('%j is %s', (condition, truth) => {
    expect(holds(condition, row)).toBe(truth)
    expect(holds({ not: condition }, row)).toBe(!truth)
  })

  const yes: Condition = { field: 'On', is: true }
  const no: Condition = { field: 'On', is: false }
  test.each([
    [[yes, yes], true, true],
    [[yes, no], false, true],
    [[no, yes], false, true],
    [[no, no], false, false],
  ])('all and any of %j are %s and %s', (parts, all, any) => {
    expect(holds({ all: parts }, row)).toBe(all)
    expect(holds({ any: parts }, row)).toBe(any)
    expect(holds({ not: { all: parts } }, row)).toBe(!all)
  })
})

test('empty means nothing, blank or a list without entries; zero and no are values', () => {
  expect([null, undefined, '', ' ', '　', []].map(isEmpty)).toEqual(Array(6).fill(true))
  expect([0, false, '0', [null], {}].map(isEmpty)).toEqual(Array(5).fill(false))
})

test('a condition tells which fields it looks at', () => {
  expect(conditionFields({ any: [{ not: { field: 'A', is: 1 } }, { all: [{ field: 'B', empty: true }] }] })).toEqual(['A', 'B'])
})

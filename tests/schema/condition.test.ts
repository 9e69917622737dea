import { describe, expect, test } from 'vitest'
import type { Condition } from '../../src/schema/language/types'
import { conditionFields, conditionHolds, isEmpty, parentFields } from '../../src/schema/rules/condition'

const row = {
  Other: 'ACH',
  Later: '2026-12-01',
  Month: '2026-11',
  At: '2026-11-20T09:15:30.000000+08:00',
  Type: 'ACH',
  Count: 5,
  On: true,
  Off: false,
  Zero: 0,
  Blank: ' 　',
  None: null,
  Day: '2026-11-30',
  Kinds: ['SMS', 'Email'],
  NoKinds: [],
  Maker: 'maker01',
  Checker: 'Maker01',
}

const around = {
  today: '2026-11-20',
  role: 'CustomerMaker',
  user: 'maker01',
  parent: { Kind: 'Card', Limit: 5, Opens: '2026-11-30', Owner: 'maker01' },
}

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
    // Another field of the record.
    [{ field: 'Later', atLeast: { field: 'Day' } }, true],
    [{ field: 'Day', atLeast: { field: 'Later' } }, false],
    [{ field: 'Day', atLeast: { field: 'Day' } }, true],
    [{ field: 'Day', atMost: { field: 'Later' } }, true],
    [{ field: 'Day', atMost: { field: 'Missing' } }, false],
    [{ field: 'Missing', atLeast: { field: 'Day' } }, false],
    [{ field: 'Day', atLeast: { field: 'Count' } }, false],
    [{ field: 'Type', is: { field: 'Other' } }, true],
    [{ field: 'Type', is: { field: 'Day' } }, false],
    [{ field: 'None', is: { field: 'Missing' } }, true],
    [{ field: 'Type', is: { field: 'Missing' } }, false],
    // The signed-in user.
    [{ field: 'Maker', user: 'is' }, true],
    [{ field: 'Maker', user: 'isNot' }, false],
    [{ field: 'Checker', user: 'is' }, false],
    [{ field: 'Checker', user: 'isNot' }, true],
    [{ field: 'None', user: 'is' }, false],
    [{ field: 'None', user: 'isNot' }, true],
    [{ field: 'Missing', user: 'isNot' }, true],
    [{ parent: 'Owner', user: 'is' }, true],
    [{ all: [{ field: 'Type', is: 'ACH' }, { not: { field: 'Maker', user: 'isNot' } }] }, true],
    // Today.
    [{ field: 'Day', atLeast: 'today' }, true],
    [{ field: 'Day', atMost: 'today' }, false],
    [{ field: 'Missing', atMost: 'today' }, false],
    [{ field: 'Month', atLeast: 'today' }, true],
    [{ field: 'Month', atMost: 'today' }, true],
    [{ field: 'At', atLeast: 'today' }, true],
    [{ field: 'At', atMost: 'today' }, true],
    // The record that a list item belongs to.
    [{ parent: 'Kind', is: 'Card' }, true],
    [{ parent: 'Kind', in: ['Gift'] }, false],
    [{ parent: 'Missing', empty: true }, true],
    [{ field: 'Count', atMost: { parent: 'Limit' } }, true],
    [{ field: 'Day', is: { parent: 'Opens' } }, true],
    [{ parent: 'Opens', atMost: { field: 'Count' } }, false],
    // The role of the user.
    [{ role: ['CustomerAdmin', 'CustomerMaker'] }, true],
    [{ role: ['CustomerAdmin'] }, false],
  ]
  test.each(table)('%j is %s', (condition, truth) => {
    expect(conditionHolds(condition, row, around)).toBe(truth)
    expect(conditionHolds({ not: condition }, row, around)).toBe(!truth)
  })

  const yes: Condition = { field: 'On', is: true }
  const no: Condition = { field: 'On', is: false }
  test.each([
    [[yes, yes], true, true],
    [[yes, no], false, true],
    [[no, yes], false, true],
    [[no, no], false, false],
  ])('all and any of %j are %s and %s', (parts, all, any) => {
    expect(conditionHolds({ all: parts }, row, around)).toBe(all)
    expect(conditionHolds({ any: parts }, row, around)).toBe(any)
    expect(conditionHolds({ not: { all: parts } }, row, around)).toBe(!all)
  })
})

test('empty means null, blank or an empty list; zero and false are values', () => {
  expect([null, undefined, '', ' ', '　', []].map(isEmpty)).toEqual(Array(6).fill(true))
  expect([0, false, '0', [null], {}].map(isEmpty)).toEqual(Array(5).fill(false))
})

test('a condition names the fields that it depends on', () => {
  expect(conditionFields({ any: [{ not: { field: 'A', is: 1 } }, { all: [{ field: 'B', empty: true }] }] })).toEqual([
    'A',
    'B',
  ])
  const further: Condition = {
    all: [
      { field: 'A', atLeast: { field: 'B' } },
      { parent: 'C', is: { field: 'D' } },
      { field: 'E', is: { parent: 'F' } },
      { role: ['BankViewer'] },
    ],
  }
  expect(conditionFields(further)).toEqual(['A', 'B', 'D', 'E'])
  expect(parentFields(further)).toEqual(['C', 'F'])
})

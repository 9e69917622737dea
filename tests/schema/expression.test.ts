import { describe, expect, test } from 'vitest'
import type { Expression, Field } from '../../src/schema/language/types'
import { withComputationOrder } from '../../src/schema/load/compile-field'
import { computedValues, recomputedValues } from '../../src/schema/rules/computed'
import { allExpressionFields, evaluateExpression, expressionFields } from '../../src/schema/rules/expression'
import { validateRecord } from '../../src/schema/rules/validate'

const row = {
  Price: 120,
  Rate: 1.5,
  Name: '甲',
  Blank: ' ',
  None: null,
  Day: '2026-11-30',
  Lines: [{ Amount: 100 }, { Amount: 50 }, { Amount: null }],
  On: true,
}

describe('the value of an expression', () => {
  test.each<[Expression, unknown]>([
    [7, 7],
    ['元', '元'],
    [{ field: 'Price' }, 120],
    [{ field: 'Blank' }, null],
    [{ field: 'Missing' }, null],
    [{ add: [{ field: 'Price' }, 1, 2] }, 123],
    [{ add: [{ field: 'Price' }, { field: 'None' }] }, null],
    [{ add: [{ field: 'Price' }, { field: 'Name' }] }, null],
    [{ subtract: [{ field: 'Price' }, 20] }, 100],
    [{ multiply: [{ field: 'Price' }, { field: 'Rate' }] }, 180],
    [{ divide: [{ field: 'Price' }, 8] }, 15],
    [{ divide: [{ field: 'Price' }, 0] }, null],
    [{ least: [{ field: 'Price' }, 100] }, 100],
    [{ greatest: [{ field: 'Price' }, 100] }, 120],
    [{ join: [{ field: 'Name' }, '-', { field: 'None' }, 3] }, '甲-3'],
    [{ join: [{ field: 'None' }, { field: 'Blank' }] }, null],
    [{ sum: 'Lines.Amount' }, 150],
    [{ sum: 'Missing.Amount' }, 0],
    [{ count: 'Lines' }, 3],
    [{ daysAfter: [{ field: 'Day' }, 31] }, '2026-12-31'],
    [{ daysAfter: [{ field: 'Day' }, 0.5] }, null],
    [{ daysAfter: [{ field: 'Name' }, 1] }, null],
    [{ when: { field: 'On', is: true }, value: { field: 'Price' }, otherwise: 0 }, 120],
    [{ when: { field: 'On', is: false }, value: { field: 'Price' }, otherwise: 0 }, 0],
  ])('%j is %s', (expression, wanted) => expect(evaluateExpression(expression, row)).toBe(wanted))

  test('an expression names the fields that it depends on', () => {
    expect(
      expressionFields({ add: [{ sum: 'Lines.Amount' }, { multiply: [{ field: 'Price' }, 2] }, { count: 'Lines' }] }),
    ).toEqual(['Lines', 'Price', 'Lines'])
  })
})

const base = {
  label: '欄位',
  required: false,
  readOnly: false,
  writeOnce: false,
  detailOnly: false,
  virtual: false,
} as const
const made = (
  name: string,
  as: 'money' | 'percent' | 'string' | 'date' | 'integer',
  value: Expression,
  more: object = {},
): Field => ({
  ...base,
  name,
  readOnly: true,
  type: 'computed',
  as,
  value,
  dependsOn: allExpressionFields(value),
  computationOrder: 0,
  ...more,
})
const money = (name: string): Field => ({ ...base, name, type: 'money' })
const around = { today: '2026-11-20', role: '' }

describe('computed fields', () => {
  const fields = withComputationOrder([
    made('Total', 'money', { add: [{ field: 'Net' }, { field: 'Tax' }] }),
    made('Tax', 'money', { divide: [{ multiply: [{ field: 'Net' }, 5] }, 100] }),
    made('Net', 'money', { sum: 'Lines.Sum' }),
    {
      ...base,
      name: 'Lines',
      type: 'rows',
      dependsOn: [],
      min: 0,
      max: 9,
      fields: [
        money('Price'),
        money('Count'),
        made('Sum', 'money', { multiply: [{ field: 'Price' }, { field: 'Count' }] }),
      ],
    },
  ])

  test('can depend on one another in any order of declaration, also through list items', () => {
    expect(
      computedValues(
        fields,
        {
          Lines: [
            { Price: 100, Count: 3 },
            { Price: 10, Count: 1 },
          ],
        },
        [],
        around,
      ),
    ).toEqual({ Net: 310, Tax: 16, Total: 326 })
  })

  test('are computed by the server, whatever a call sends', () => {
    const { value, errors } = validateRecord(
      { fields },
      { Lines: [{ Price: 100, Count: 3, Sum: 9 }], Total: 1 },
      { mode: 'create', today: '2026-11-20', role: '' },
    )
    expect(errors).toEqual({})
    expect(value).toEqual({ Lines: [{ Price: 100, Count: 3, Sum: 300 }], Net: 300, Tax: 15, Total: 315 })
  })

  test('are recomputed when an update contains only one of their operands', () => {
    const own: Field[] = [money('A'), money('B'), made('Sum', 'money', { add: [{ field: 'A' }, { field: 'B' }] })]
    const previous = { A: 1, B: 2, Sum: 3 }
    expect(
      validateRecord({ fields: own }, { B: 5 }, { mode: 'update', today: '2026-11-20', role: '', previous }).value,
    ).toEqual({ B: 5, Sum: 6 })
    expect(
      validateRecord({ fields: own }, { B: null }, { mode: 'update', today: '2026-11-20', role: '', previous }).value,
    ).toEqual({ B: null, Sum: null })
  })

  test('are empty while they are hidden, and hidden fields count as empty', () => {
    const own: Field[] = [
      { ...base, name: 'On', type: 'boolean' },
      { ...base, name: 'A', type: 'money', shownWhen: { field: 'On', is: true } },
      made('Twice', 'money', { multiply: [{ field: 'A' }, 2] }),
      made('Shown', 'money', 7, { shownWhen: { field: 'On', is: true } }),
    ]
    const validate = (On: boolean) =>
      validateRecord({ fields: own }, { On, A: 5 }, { mode: 'create', today: '2026-11-20', role: '' }).value
    expect(validate(true)).toEqual({ On: true, A: 5, Twice: 10, Shown: 7 })
    expect(validate(false)).toEqual({ On: false, A: null, Twice: null, Shown: null })
  })

  test('a sum over list items leaves out hidden values, in the form and in the stored record', () => {
    const own: Field[] = [
      { ...base, name: 'Free', type: 'boolean' },
      made('Total', 'money', { sum: 'Lines.Due' }),
      made('Prices', 'money', { sum: 'Lines.Price' }),
      {
        ...base,
        name: 'Lines',
        type: 'rows',
        dependsOn: [],
        min: 0,
        max: 9,
        fields: [
          { ...base, name: 'Paid', type: 'boolean' },
          { ...money('Price'), shownWhen: { not: { parent: 'Free', is: true } } },
          made('Due', 'money', { add: [{ field: 'Price' }, 1] }, { shownWhen: { not: { field: 'Paid', is: true } } }),
        ],
      },
    ]
    const form = (Free: boolean) => ({
      Free,
      Lines: [
        { Paid: true, Price: 100 },
        { Paid: false, Price: 10 },
      ],
    })
    const kept = (Free: boolean) => validateRecord({ fields: own }, form(Free), { mode: 'create', ...around }).value
    expect(kept(false)).toMatchObject({ Lines: [{ Due: null }, { Due: 11 }], Total: 11, Prices: 110 })
    expect(recomputedValues(own, kept(false), around)).toMatchObject({ Total: 11 })
    for (const Free of [false, true]) {
      const { Total, Prices } = kept(Free)
      expect(computedValues(own, form(Free), [], around)).toEqual({ Total, Prices })
    }
  })

  test.each([
    ['money', { divide: [5, 2] }, 3],
    ['money', { divide: [-5, 2] }, -3],
    ['money', { multiply: [1.005, 1000] }, 1005],
    ['integer', { divide: [1, 3] }, 0],
    ['percent', { divide: [100, 3] }, 33.3333],
    ['money', { multiply: [9e15, 9e15] }, null],
    ['money', '甲', null],
    ['string', 5, '5'],
  ] as const)('a %s of %j is %s', (as, value, wanted) => {
    expect(computedValues([made('X', as, value as Expression)], {}, [], around)).toEqual({ X: wanted })
  })
})

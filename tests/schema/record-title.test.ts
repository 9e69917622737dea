import { expect, test } from 'vitest'
import { recordTitle, shownValues } from '../../src/schema/text/record-title'
import { portal } from './portal-files'

const gap = '\u202f'

test('a title shows dates and accounts as the page does', () => {
  const record = { SerialId: 12_345, TradeDate: '2026-11-30', VACAccount: '77001260001235' }
  expect(recordTitle(portal.get('VACLoadingList'), record)).toBe(
    `2026/11/30 ${['7700', '1260', '0012', '35'].join(gap)}`,
  )
})

test('a sentence shows amounts, counts and labels of codes as the page does, but keys and references as they are', () => {
  const shown = shownValues(portal.get('bankFile'), { SerialId: 12_345, LineCount: 1234, TotalAmount: 2_800_000 })
  expect(shown).toMatchObject({ SerialId: 12_345, LineCount: '1,234', TotalAmount: '2,800,000' })
  expect(shownValues(portal.get('bills'), { ApplyCode: '77001' })).toEqual({ ApplyCode: '77001' })
})

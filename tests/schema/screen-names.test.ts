import { expect, test } from 'vitest'
import { allScreenNames, screenNamesIn } from '../../src/tools/screen-names'

test('the names of cells, inputs, dialogs and sections are read from the source text of hand-written screens', () => {
  const text = `
    const Amount = ({ value }: CellProps) => <b>{String(value)}</b>
    export default defineScreens({ List: Bills, Cells: { Amount, 'Paid': Amount }, 'Inputs': { Term: TermInput } })`
  expect(screenNamesIn(text)).toEqual({ Cells: ['Amount', 'Paid'], Inputs: ['Term'] })
  expect(allScreenNames()).toMatchObject({
    noticeTemplate: { Inputs: ['SmsText'] },
    selfCollection: { BelowCreateSections: ['帳單'] },
  })
})

test('names that are not written out are left out', () => {
  expect(screenNamesIn(`defineScreens({ Cells: { ...others, [name]: A, B }, Inputs: inputs })`)).toEqual({
    Cells: ['B'],
    Inputs: [],
  })
})

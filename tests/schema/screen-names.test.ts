import { expect, test } from 'vitest'
import { allScreenNames, screenNamesIn } from '../../src/tools/screen-names'

test('the names of cells, inputs, dialogs and sections are read from the source text of hand-written screens', () => {
  const text = `
    const Amount = ({ value }: CellProps) => <b>{String(value)}</b>
    export default defineScreens({ List: Bills, Cells: { Amount, 'Paid': Amount }, 'Inputs': { Term: TermInput } })`
  expect(screenNamesIn(text)).toEqual({ Cells: ['Amount', 'Paid'], Inputs: ['Term'] })
  expect(allScreenNames()).toMatchObject({
    bills: { ActionDialogs: ['MailNotice', 'TextNotice'] },
    noticeTemplate: { Inputs: ['SmsText'] },
    selfCollection: { BelowCreateSections: ['帳單'] },
  })
})

test('a name that is not written out is returned as its source text, so that the checks report it', () => {
  expect(screenNamesIn(`defineScreens({ Cells: { ...others, [name]: A }, Inputs: inputs, ActionDialogs })`)).toEqual({
    Cells: ['...others', '[name]: A'],
    Inputs: ['inputs'],
    ActionDialogs: ['ActionDialogs'],
  })
})

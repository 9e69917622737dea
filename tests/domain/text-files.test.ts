import { expect, test } from 'vitest'
import { csvText, tabbedLines } from '../../src/domain/csv'

const rows = [
  ['姓名', '金額'],
  ['=1+1', 1000],
  ['王\t大\r\n明', -5],
  ['+886', 'a"b'],
]

test('a text file has tabs between its cells, no formulas, and blanks for tabs and line breaks of a cell', () => {
  expect(tabbedLines(rows)).toBe("姓名\t金額\r\n'=1+1\t1000\r\n王 大 明\t-5\r\n'+886\ta\"b\r\n")
  expect(tabbedLines([])).toBe('')
})

test('labels of the portal are no formulas, so they stay as they are', () => {
  const labels = [[{ label: '+' }, { label: '－（沖正）' }, '+']]
  expect(csvText(labels)).toBe("\uFEFF+,－（沖正）,'+\r\n")
  expect(tabbedLines(labels)).toBe("+\t－（沖正）\t'+\r\n")
})

test('a CSV file has the same cells, quoted where they need it', () => {
  expect(csvText(rows)).toBe('\uFEFF姓名,金額\r\n\'=1+1,1000\r\n"王\t大\r\n明",-5\r\n\'+886,"a""b"\r\n')
})

import { expect, test } from 'vitest'
import { documentPorts } from '../../src/server/node/pdf'
import { sampleSlip } from '../../src/tools/sample-slips'
import { slips as templates } from '../support/slips/slip-templates'

const { slips: printer, unprintableCharacters } = documentPorts(templates)

test('a slip is printed before a large file that was requested earlier', async () => {
  const finished: string[] = []
  const print = (name: string, count: number) =>
    printer
      .print(Array.from({ length: count }, (_, index) => sampleSlip(String(index).padStart(6, '0'))))
      .then(() => finished.push(name))
  await Promise.all([print('60 slips', 60), print('one slip', 1)])
  expect(finished).toEqual(['one slip', '60 slips'])
})

test('the characters that no font has are found beside the prints', async () => {
  expect(await unprintableCharacters('王亝𠮷😀明𠮷〓')).toEqual(['𠮷', '😀'])
})

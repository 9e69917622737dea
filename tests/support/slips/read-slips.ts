import { expect } from 'vitest'
import type { Slip } from '../../../src/domain/bills/slip'
import { formatMoney } from '../../../src/domain/money/money'
import { slipPrinter } from '../../../src/server/node/pdf/slip'
import { readPdf } from '../../documents/tools'
import { slips as templates } from './slip-templates'

/** Prints slips and expects that a scanner reads their codes and other programs their texts, page by page. */
export const expectReadable = async (slips: readonly Slip[]): Promise<void> => {
  const { pages } = await readPdf(await slipPrinter(templates).print(slips))
  expect(pages.map(({ barcodes }) => [...barcodes].sort())).toEqual(slips.map(codesOf))
  for (const [index, slip] of slips.entries())
    for (const text of textsOf(slip)) expect(pages[index]?.text).toContain(text)
}

const printedBarcodes = ({ market, post }: Slip): readonly string[] => [
  ...(market && 'barcodes' in market ? market.barcodes : []),
  ...(post?.barcodes ?? []),
]

const codesOf = (slip: Slip): readonly string[] => [...printedBarcodes(slip), ...(slip.twqr ? [slip.twqr] : [])].sort()

const textsOf = (slip: Slip): readonly string[] => [
  ...printedBarcodes(slip),
  slip.title,
  slip.company.name,
  slip.billNo,
  slip.payerName,
  slip.account,
  slip.dueDate,
  `NT$ ${formatMoney(slip.amount)}`,
  `新臺幣${slip.amountInWords}`,
]

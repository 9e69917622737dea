import { describe, expect, test } from 'vitest'
import { composeSlip, type Slip } from '../../src/domain/bills/slip'
import type { TemplateName } from '../../src/schema/slips/template'
import { printPdf, unprintableCharacters } from '../../src/server/node/pdf/document'
import { slipPrinter } from '../../src/server/node/pdf/slip'
import { slipSource } from '../support/slips/slip-source'
import { slips } from '../support/slips/slip-templates'
import { missingTools, readPdf, readText } from './tools'

const printer = slipPrinter(slips)
const slip = composeSlip(slipSource)
const missing = missingTools()
if (missing) console.warn(`Slips are not read back: ${missing}`)

const templates = Object.keys(slips) as TemplateName[]

const barcodesOf = ({ market, post, twqr }: Slip): string[] =>
  [
    ...(market && 'barcodes' in market ? market.barcodes : []),
    ...(post?.barcodes ?? []),
    ...(twqr ? [twqr] : []),
  ].sort()

describe.skipIf(missing)('a printed slip', () => {
  test('is one A4 page of Chinese text that can be selected, in embedded subset fonts', async () => {
    const { pages, info, fonts } = await readPdf(await printer.print([slip]))
    expect(pages).toHaveLength(1)
    for (const text of [
      '社區管理費繳款單',
      '示範社區管理委員會',
      '第一聯',
      '繳款人收執聯',
      '第二聯',
      '代收單位存查聯',
      '第三聯',
      '銀行存查聯',
      '便利商店專用',
      '郵局專用',
      '銀行臨櫃／ATM專用',
      '收訖戳記',
      '王大明',
      '汽車停車位清潔費',
      'NT$ 1,050',
      '新臺幣壹仟零伍拾元整',
      '民國115年11月30日',
      '77001260001235',
      '示範商業銀行',
      '本期含公共電費分攤',
    ])
      expect(pages[0]?.text).toContain(text)
    expect(info).toMatch(/Title: +社區管理費繳款單 B202611-000123/)
    expect(info).toMatch(/A4/)
    expect(fonts.match(/NotoSansTC\S* +CID TrueType +Identity-H +yes yes yes/g)).toHaveLength(2)
  })

  test('explains why there is no store barcode', async () => {
    const dear = composeSlip({
      ...slipSource,
      bill: { ...slipSource.bill, ShouldPayAmount: 60_001 },
      agreement: { ...slipSource.agreement, PostGiroAccount: null },
    })
    const { pages } = await readPdf(await printer.print([dear]))
    expect(pages[0]?.text).toContain('本單金額逾超商代收上限，請改用其他通路繳款')
    expect(pages[0]?.barcodes).toEqual([])
  })

  test('shows in the store’s part the amount of its barcode, including the fee', async () => {
    const withFee = composeSlip({ ...slipSource, marketItem: { ...slipSource.marketItem, FeeBearType: 'Increase' } })
    const [page] = (await readPdf(await printer.print([withFee]))).pages
    const [, storePart = ''] = /第二聯([\s\S]*)第三聯/.exec(page?.text ?? '') ?? []
    expect(storePart).toMatch(/超商應收金額 +新臺幣 1,060 元（含手續費 10 元）/)
    expect(storePart).not.toContain('1,050')
    expect(page?.barcodes.some((barcode) => barcode.endsWith('000001060'))).toBe(true)
  })

  test('in a foreign currency mentions no stores, and has no empty box for a signature', async () => {
    const foreign = composeSlip({
      ...slipSource,
      approvalStaff: null,
      bill: { ...slipSource.bill, CurrencyType: 'USD' },
    })
    const [page] = (await readPdf(await printer.print([foreign]))).pages
    expect(page?.text).not.toMatch(/超商|便利商店|主管/)
    expect(page?.text).toMatch(/第二聯[\s\S]*應繳總金額 +美元 10.50 元[\s\S]*第三聯/)
  })

  test.each(templates)('in %s fits the longest texts that records allow on its one page', async (template) => {
    const { pages } = await readPdf(await printer.print([{ ...longest, template }]))
    expect(pages).toHaveLength(1)
    expect(pages[0]?.text.match(/費{20}/g)).toHaveLength(20)
    expect(await inReadingOrder({ ...longest, template })).toContain(
      longest.paymentNotices.join('').replaceAll(' ', ''),
    )
    expect(longest.paymentNotices).toHaveLength(2)
    expect([...(pages[0]?.barcodes ?? [])].sort()).toEqual(barcodesOf(longest))
  })
})

describe.skipIf(missing)('the layout', () => {
  test.each(templates)(
    'of %s leaves its fold lines and tear lines free, and codes whole, with the longest texts',
    async (template) => {
      const { tearLines = [], foldLines = [] } = slips[template]
      const words = await placesOfWords(await printer.print([{ ...longest, template }]))
      const across = (y: number) =>
        words
          .filter(({ top, bottom, text }) => top < y - 0.2 && bottom > y + 0.2 && text !== '請沿虛線撕開')
          .map(({ text }) => text)
      for (const { y } of tearLines) expect(across(y), `tear line ${y}`).toEqual([])
      // An A4 page folded in three fits an envelope of a third of its height.
      expect(foldLines).toEqual([99, 198])
      const codes = words.filter(({ text }) => barcodesOf(longest).includes(text))
      expect(codes.length).toBeGreaterThanOrEqual(6)
    },
  )

  test('of the mailer shows the address and nothing else in the window', async () => {
    const { window = { x: 0, y: 0, width: 0, height: 0 } } = slips.FoldedMailer
    // The window of a DL envelope of 110 mm, 20 mm from its left and 15 mm from its lower edge; the page can slide by
    // 11 mm.
    expect(window).toEqual({ x: 20, y: 50, width: 90, height: 34 })
    const words = await placesOfWords(await printer.print([{ ...slip, template: 'FoldedMailer' }]))
    const shown = words.filter(
      ({ left, top, right, bottom }) =>
        right > window.x && left < window.x + window.width && bottom > window.y && top < window.y + window.height,
    )
    expect(shown.map(({ text }) => text).join('')).toBe(`${slip.payerZipCode}${slip.payerAddress}${slip.payerName}台啟`)
    expect(shown.every(({ left, right }) => left >= window.x && right <= window.x + window.width)).toBe(true)
  })

  test('prints the code of TWQR and the ways to pay where the category has the channel', async () => {
    const withTwqr = composeSlip({
      ...slipSource,
      agreement: { ...slipSource.agreement, Channels: ['01', '06', '16'] },
    })
    const [page] = (await readPdf(await printer.print([withTwqr]))).pages
    expect(page?.barcodes).toContain(withTwqr.twqr)
    expect(decodeURIComponent(withTwqr.twqr)).toBe(
      'TWQRP://個人轉帳/158/02/V1?D1=105000&D5=999&D6=0077001260001235&D10=901',
    )
    expect(page?.text).toContain('繳費管道：超商、ATM轉帳、TWQR／台灣Pay')
    const [without] = (await readPdf(await printer.print([slip]))).pages
    expect(without?.text).not.toContain('TWQR')
  })
})

describe.skipIf(missing)('a rare character', () => {
  const rare = {
    ...slip,
    payerName: '王亝\u{f9b2}\u{e0100}明',
    title: '亝字社區繳款單',
    notices: ['請亝字住戶於期限內繳納。'.repeat(20)],
  }

  test('is printed in a second font, also in headings and wrapped texts', async () => {
    const { pages, fonts } = await readPdf(await printer.print([rare]))
    // A compatibility ideograph is printed as the character that it is equivalent to.
    expect(pages[0]?.text).toMatch(/王亝零.*明/)
    expect(pages[0]?.text).toContain('亝字社區繳款單')
    expect(pages[0]?.text.replace(/\s/g, '')).toContain('請亝字住戶於期限內繳納。'.repeat(3))
    expect(fonts.match(/NotoSansSC-(Regular|Bold) +CID TrueType +Identity-H +yes yes yes/g)).toHaveLength(2)
  })

  test('is printed on every page of a file', async () => {
    const { pages } = await readPdf(await printer.print([rare, slip, { ...rare, title: '社區繳款單' }]))
    expect(pages.map(({ text }) => /王\S+.*明/.exec(text)?.[0])).toEqual([
      expect.stringMatching(/王亝零.*明/),
      '王大明',
      expect.stringMatching(/王亝零.*明/),
    ])
    expect(pages[2]?.text.replace(/\s/g, '')).toContain('請亝字住戶於期限內繳納。'.repeat(3))
  })

  test('that no font contains is printed as 〓, and prevents neither its slip nor the others', async () => {
    const strange = { ...slip, payerName: '王𠮷😀明' }
    const { pages } = await readPdf(await printer.print([slip, strange]))
    expect(pages.map(({ text }) => /王\S+明/.exec(text)?.[0])).toEqual(['王大明', '王〓〓明'])
    expect([...(pages[1]?.barcodes ?? [])].sort()).toEqual(barcodesOf(slip))
    expect(await unprintableCharacters('王亝𠮷😀明𠮷〓')).toEqual(['𠮷', '😀'])
  })

  test('keeps the alignment of its text', async () => {
    const placesOf = async (text: string) => {
      const bytes = await printPdf({
        info: {},
        draw: (document, pen) => {
          document.addPage()
          pen.drawTextLine(text, { x: 100, y: 100, width: 300, height: 20 }, { size: 10, align: 'right' })
          pen.drawTextLine(text, { x: 100, y: 200, width: 300, height: 20 }, { size: 10, align: 'center' })
        },
      })
      return (await readText(bytes, '-bbox')).match(/xMin="[0-9]+|xMax="[0-9]+/g)
    }
    expect(await placesOf('王大亝明')).toEqual(await placesOf('王大文明'))
    expect(await placesOf('王大文明')).toHaveLength(4)
  })
})

describe('the file', () => {
  test('of a single slip is at most 60 kB', async () =>
    expect((await printer.print([slip])).length).toBeLessThanOrEqual(60_000))
  test('declares Chinese as its language', async () =>
    expect(Buffer.from(await printer.print([slip])).toString('latin1')).toContain('/Lang (zh-TW)'))
})

/** The slip with the longest texts that records allow. */
const longest = composeSlip({
  ...slipSource,
  marketItem: { ...slipSource.marketItem, FeeBearType: 'Increase', MaxAmount: 60_000 },
  bill: {
    ...slipSource.bill,
    MarketEndDate: '2026-12-05',
    FeeItems: Array.from({ length: 20 }, () => ({ FeeName: '費'.repeat(20), Amount: 99_999 })),
    PaidAmount: 50,
    Notices: '注意'.repeat(250),
  },
  term: {
    BillTermName: '期'.repeat(40),
    BillChineseName: '單'.repeat(40),
    Notices: null,
    DescriptionItems: '說明\n'.repeat(10),
  },
  company: { ...slipSource.company, CustomerName: '社'.repeat(60), Address: '路'.repeat(100) },
})

const inReadingOrder = async (content: Slip): Promise<string> =>
  (await readText(await printer.print([content]), '-raw')).replace(/\s/g, '')

/** Returns the words of a page with their places in mm. */
const placesOfWords = async (bytes: Uint8Array) => {
  const html = await readText(bytes, '-bbox')
  const pattern = /<word xMin="([\d.]+)" yMin="([\d.]+)" xMax="([\d.]+)" yMax="([\d.]+)">([^<]*)</g
  return [...html.matchAll(pattern)].map(([, ...values]) => {
    const [left = 0, top = 0, right = 0, bottom = 0] = values.slice(0, 4).map((value) => (Number(value) * 25.4) / 72)
    return { left, top, right, bottom, text: values[4] ?? '' }
  })
}

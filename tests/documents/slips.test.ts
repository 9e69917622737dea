import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { composeAccount } from '../../src/domain/accounts/virtual-account'
import { composeSlip, type Slip } from '../../src/domain/bills/slip'
import { addDays } from '../../src/domain/dates/dates'
import { printPdf, unprintableCharacters } from '../../src/server/node/pdf/document'
import { slipPrinter } from '../../src/server/node/pdf/slip'
import { slipSource } from '../support/slip-source'
import { missingTools, readPdf, readText } from './tools'

const printer = slipPrinter()
const slip = composeSlip(slipSource)
const missing = missingTools()
if (missing) console.warn(`Slips are not read back: ${missing}`)

const barcodesOf = ({ market, post }: Slip): string[] => [...(market && 'barcodes' in market ? market.barcodes : []), ...(post?.barcodes ?? [])].sort()

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

  test('of twenty random bills can be scanned, and each barcode reads exactly as computed', async () => {
    const slips = fc.sample(randomSlip, 20)
    const { pages } = await readPdf(await printer.print(slips))
    expect(pages.map(({ barcodes }) => [...barcodes].sort())).toEqual(slips.map(barcodesOf))
    for (const [index, one] of slips.entries()) for (const barcode of barcodesOf(one)) expect(pages[index]?.text).toContain(barcode)
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
    const foreign = composeSlip({ ...slipSource, approvalStaff: null, bill: { ...slipSource.bill, CurrencyType: 'USD' } })
    const [page] = (await readPdf(await printer.print([foreign]))).pages
    expect(page?.text).not.toMatch(/超商|便利商店|主管/)
    expect(page?.text).toMatch(/第二聯[\s\S]*應繳總金額 +美元 10.50 元[\s\S]*第三聯/)
  })

  test('fits the longest texts that records allow on its one page', async () => {
    const long = composeSlip({
      ...slipSource,
      marketItem: { ...slipSource.marketItem, FeeBearType: 'Increase', MaxAmount: 60_000 },
      bill: {
        ...slipSource.bill,
        MarketEndDate: '2026-12-05',
        FeeItems: Array.from({ length: 20 }, () => ({ FeeName: '費'.repeat(20), Amount: 99_999 })),
        PaidAmount: 50,
        Notices: '注意'.repeat(250),
      },
      term: { BillTermName: '期'.repeat(40), BillChineseName: '單'.repeat(40), Notices: null, DescriptionItems: '說明\n'.repeat(10) },
      company: { ...slipSource.company, CustomerName: '社'.repeat(60), Address: '路'.repeat(100) },
    })
    const { pages } = await readPdf(await printer.print([long]))
    expect(pages).toHaveLength(1)
    expect(pages[0]?.text.match(/費{20}/g)).toHaveLength(20)
    expect(pages[0]?.text).toContain(long.paymentNotices.join(''))
    expect(long.paymentNotices).toHaveLength(2)
    expect([...(pages[0]?.barcodes ?? [])].sort()).toEqual(barcodesOf(long))
  })
})

describe.skipIf(missing)('a rare character', () => {
  const rare = { ...slip, payerName: '王亝\u{f9b2}\u{e0100}明', title: '亝字社區繳款單', notices: ['請亝字住戶於期限內繳納。'.repeat(20)] }

  test('is printed in a second font, also in headings and wrapped texts', async () => {
    const { pages, fonts } = await readPdf(await printer.print([rare]))
    // A compatibility ideograph is printed as the character that it is equivalent to.
    expect(pages[0]?.text).toMatch(/王亝零.*明/)
    expect(pages[0]?.text).toContain('亝字社區繳款單')
    expect(pages[0]?.text.replace(/\s/g, '')).toContain('請亝字住戶於期限內繳納。'.repeat(3))
    expect(fonts.match(/NotoSansSC-(Regular|Bold) +CID TrueType +Identity-H +yes yes yes/g)).toHaveLength(2)
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
          pen.line(text, { x: 100, y: 100, width: 300, height: 20 }, { size: 10, align: 'right' })
          pen.line(text, { x: 100, y: 200, width: 300, height: 20 }, { size: 10, align: 'center' })
        },
      })
      return (await readText(bytes, '-bbox')).match(/xMin="[0-9]+|xMax="[0-9]+/g)
    }
    expect(await placesOf('王大亝明')).toEqual(await placesOf('王大文明'))
    expect(await placesOf('王大文明')).toHaveLength(4)
  })
})

describe('the file', () => {
  test('of a single slip is at most 60 kB', async () => expect((await printer.print([slip])).length).toBeLessThanOrEqual(60_000))
  test('declares Chinese as its language', async () => expect(Buffer.from(await printer.print([slip])).toString('latin1')).toContain('/Lang (zh-TW)'))
})

const randomSlip = fc
  .record({
    serial: fc.stringMatching(/^[0-9]{6}$/),
    amount: fc.integer({ min: 1, max: 60_000 }),
    due: fc.integer({ min: 0, max: 400 }),
    giro: fc.option(fc.stringMatching(/^[0-9]{8}$/)),
    item: fc.constantFrom('7A1', '7B3', 'I0O'),
  })
  .map(({ serial, amount, due, giro, item }) => {
    const VACAccount = composeAccount({
      applyCode: '77001',
      checkType: 'Account',
      scheme: 'W371',
      length: 14,
      termNo: '26',
      payerNo: serial,
      amount,
      dueDate: null,
    })
    return composeSlip({
      ...slipSource,
      bill: { ...slipSource.bill, VACAccount, ShouldPayAmount: amount, PaymentEndDate: addDays(slipSource.today, due) },
      agreement: { ...slipSource.agreement, PostGiroAccount: giro },
      marketItem: { ...slipSource.marketItem, MarketItemCode: item, MaxAmount: 60_000 },
    })
  })

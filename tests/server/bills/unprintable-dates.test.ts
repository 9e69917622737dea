import { expect, test as plainTest } from 'vitest'
import { missingTools, readPdf } from '../../documents/tools'
import { portal, twoCompanies } from '../../support/portal'

const test = plainTest.skipIf(missingTools() !== null)
const sentence = '本單繳款期限無法印成超商條碼，請改用其他通路繳款'

test.each([
  ['9999-12-31', null, sentence, 0],
  ['2126-11-22', null, sentence, 3],
  ['2026-11-30', '2126-11-22', sentence, 3],
])(
  'the slip of a stored bill with the deadlines %s and %s omits the barcodes that scanners would misread',
  async (PaymentEndDate, MarketEndDate, refusal, post) => {
    const here = await portal()
    await twoCompanies(here)
    await here.given.billTerm()
    const bill = await here.given.bill({ PaymentEndDate, MarketEndDate })
    const payer = await here.asPayer({ billIds: [Number(bill.SerialId)] })
    const { data } = await payer.get('/Ext/PayerArea/GetPaymentData')
    expect(data.DataLists1).toMatchObject([{ MarketBarcodes: [], MarketRefusal: refusal }])
    expect(data.DataLists1[0].PostBarcodes).toHaveLength(post)
    const slip = await (await here.as('CustomerMaker')).get(`/Bills/${bill.SerialId}/DownloadPaymentPDF`)
    expect([slip.status, slip.headers.get('Content-Type')]).toEqual([200, 'application/pdf'])
    const [page] = (await readPdf(slip.bytes)).pages
    expect(page?.text).toContain(refusal)
    expect(page?.barcodes).toHaveLength(post)
  },
)

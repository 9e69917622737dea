import type { RecordValues } from '../../../src/schema/language/types'
import type { Client } from '../../support/client'
import { type Portal, portal, twoCompanies } from '../../support/portal'

/** The titles of a file of own collections. */
export const titles = ['帳單編號', '虛擬帳號', '收款金額', '收款日期', '收款方式', '收據號碼', '備註']

/** Opens a portal with two companies, a term, and a maker who has signed in. */
export const office = async () => {
  const here = await portal()
  await twoCompanies(here)
  await here.given.billTerm()
  return { ...here, maker: await here.as('CustomerMaker') }
}

/** Uploads a file of own collections. */
export const upload = async (
  client: Client,
  bytes: Uint8Array,
  fields: RecordValues = {},
  name = 'collections.csv',
) => {
  const form = new FormData()
  for (const [field, value] of Object.entries({ ApplyCode: '77001', ...fields })) form.append(field, String(value))
  form.append('File', new File([new Uint8Array(bytes)], name))
  return client.request('POST', '/SelfCollection/UploadExcel', { form })
}

/** Returns all collections. */
export const collectionsIn = ({ db }: Pick<Portal, 'db'>) =>
  db
    .selectFrom('self_collection')
    .select(['bill_no', 'collect_amount', 'receipt_no', 'apply_code', 'collect_method'])
    .orderBy('serial_id')
    .execute()

/** Returns the paid amount and the state of each bill. */
export const paidOf = async ({ db }: Pick<Portal, 'db'>) =>
  (await db.selectFrom('bill').select(['paid_amount', 'pay_status']).orderBy('serial_id').execute()).map(
    ({ paid_amount, pay_status }) => [paid_amount, pay_status],
  )

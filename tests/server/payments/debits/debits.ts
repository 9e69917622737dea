import type { RecordValues } from '../../../../src/schema/language/language'
import type { Answer, Client } from '../../../support/client'
import { type Medium, readMedium } from '../../../support/payments/debit-media'
import { type Portal, twoCompanies } from '../../../support/portal'
import { newAccount } from '../support/booking'

/** The parameters of a batch in the format of the clearing house. */
export const ach = {
  ApplyCode: '77001',
  BillTermId: '2026-11',
  DebitDate: '2026-11-24',
  MediaFormat: 'AchP01',
  TxId: '851',
}

/** Whether a second person must release the files. */
interface DebitOptions {
  readonly DualControl?: boolean
}

/** Creates the companies with all channels of direct debits, a term, and the banks of the payers. */
export const givenDebits = async (here: Portal, options: DebitOptions = {}): Promise<void> => {
  await twoCompanies(here)
  await enableDebits(here, options)
}

/** Gives existing companies all channels of direct debits, a term, and the banks of the payers. */
export const enableDebits = async ({ given, db }: Portal, { DualControl = false }: DebitOptions): Promise<void> => {
  await given.billTerm()
  await given.record('Bank', { BankCode: '008', BankName: '華南商業銀行' })
  await db
    .updateTable('agreement')
    .set({ channels: JSON.stringify(['00', '01', '06', '07', '09', 'A0']), dual_control: DualControl })
    .execute()
}

let payers = 0

/** Creates a payer with an authorized account, and a bill that is debited from it. */
export const debitBill = async (
  { given }: Pick<Portal, 'given'>,
  { payer = {}, bill = {} }: { readonly payer?: RecordValues; readonly bill?: RecordValues } = {},
): Promise<RecordValues> => {
  payers += 1
  const { PayerId } = await given.payer({
    PayerId: `D-${payers}`,
    PayerType: 'ACH',
    DebitBankCode: '008',
    DebitAccount: `12345678${String(payers).padStart(4, '0')}`,
    DebitIdNo: 'A123456789',
    DebitUserNo: `U${payers}`,
    DebitAuthStatus: 'Authorized',
    ...payer,
  })
  return given.bill({ PayerId, DebitFlag: true, VACAccount: newAccount(), ...bill })
}

const path = '/BillDesignatedDebitExport'

/** The calls of the page, made by one user. */
export const debitsOf = (user: Client) => ({
  export: (values: RecordValues = {}): Promise<Answer> =>
    user.get(`${path}/Export`, { ...ach, ...values } as Record<string, string>),
  newFile: (values: RecordValues = {}) => user.post(`/Ext${path}/NewFile`, { ...ach, ...values }),
  preview: (values: RecordValues = {}) => user.post(`/Ext${path}/Preview`, { ...ach, ...values }),
  files: () => user.get(`/Ext${path}/GetFiles`),
  records: (fileId: number) => user.get(`/Ext${path}/${fileId}/GetRecords`),
  download: (fileId: number) => user.get(`/Ext${path}/${fileId}/Download`),
  release: (fileId: number) => user.post(`/Ext${path}/${fileId}/Release`, {}),
  refuse: (fileId: number, body: RecordValues = { Reason: '金額有誤' }) =>
    user.post(`/Ext${path}/${fileId}/Refuse`, body),
  withdraw: (fileId: number, body: RecordValues = { Reason: '金額有誤' }) =>
    user.post(`/Ext${path}/${fileId}/Withdraw`, body),
})

/** Returns the accounts of the bills in an exported file, in their order. */
export const accountsIn = ({ bytes }: Answer, medium: Medium = 'AchP01'): readonly (string | undefined)[] =>
  readMedium(medium, bytes).details.map((detail) => detail[accountFields[medium]])

const accountFields = { AchP01: 'NOTE', Fisc200: 'write-off number', BankOwn: 'account no', AchP02: '' }

/** Returns a bill as the database has it. */
export const storedBill = ({ db }: Pick<Portal, 'db'>, { SerialId }: RecordValues) =>
  db.selectFrom('bill').selectAll().where('serial_id', '=', Number(SerialId)).executeTakeFirstOrThrow()

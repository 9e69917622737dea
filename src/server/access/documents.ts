import { mask } from '../../domain/access/mask'
import { Refusal } from '../../domain/refusal'
import { fieldNamed } from '../../schema/language/types'
import { type Call, HttpRefusal } from '../call'
import { auditRecord, contextOf } from '../context'
import type { PayerScope } from '../scope'
import { visibilityInDetail } from './fields'
import { auditPayer, canUnmask, ownRecords } from './own-data'

/**
 * Decides which payer data a user sees in documents of bills, which is the same as on the user's screens, and audits
 * the documents.
 */
export interface DocumentAccess {
  /** Returns whether the screens show this payer's name in full. */
  readonly canSeeName: (payerName: string) => boolean
  /** How the screens show the address of a payer whose name is shown in full. */
  readonly address: 'full' | 'masked' | 'hidden'
  /** Writes the audit lines of documents of these bills. */
  readonly audit: (billIds: readonly number[]) => Promise<void>
}

/** The payer of a bill, from the bill's own columns. */
interface BillPayer {
  readonly SerialId: number
  readonly PayerName: string
  readonly IdNo: string | null
}

/**
 * Returns the payers' names, masked unless the user may see them in full.
 * Writes audit lines for full names of persons.
 */
export const payerNamesFor = async (
  { canSeeName, audit }: DocumentAccess,
  payers: readonly BillPayer[],
): Promise<readonly string[]> => {
  const names = payers.map(({ PayerName, IdNo }) => (canSeeName(PayerName) ? PayerName : mask('name', PayerName, IdNo)))
  // A name that the mask does not change, such as the name of a company, needs no audit line.
  const unmasked = payers.filter(({ PayerName, IdNo }, index) => names[index] !== mask('name', PayerName, IdNo))
  if (unmasked.length > 0) await audit(unmasked.map(({ SerialId }) => SerialId))
  return names
}

/** Returns the payer's address as the user may see it. */
export const payerAddressFor = (
  access: DocumentAccess,
  payer: PayerAddress,
): Pick<PayerAddress, 'ZipCode' | 'Address'> => {
  if (access.address === 'hidden') return { ZipCode: null, Address: null }
  const isFull = access.address === 'full' && access.canSeeName(payer.PayerName)
  return { ZipCode: payer.ZipCode, Address: isFull ? payer.Address : mask('address', payer.Address ?? '') }
}

interface PayerAddress {
  readonly PayerName: string
  readonly ZipCode: string | null
  readonly Address: string | null
}

/**
 * The payer data that a company's user may see in documents, as plain data that a job can store: a job uses the rights
 * that the user had when they requested it.
 * `documentAccess` adds the audit to these rights.
 */
export interface DocumentRights {
  readonly name: 'full' | 'masked'
  readonly address: DocumentAccess['address']
}

/**
 * Throws a refusal if one of these fields of bills is hidden from the role.
 * `consequence` is the part of the message that says what the caller cannot do.
 */
export const requireVisibleFields = (
  call: Pick<Call, 'scope' | 'schemas'>,
  paths: readonly string[],
  consequence: string,
): void => {
  const resource = call.schemas.get('bills')
  const hidden = paths.find((path) => visibilityInDetail(call, resource, path) === 'hidden')
  if (hidden === undefined) return
  const label = fieldNamed(resource.fields, hidden.split('.')[0])?.label ?? hidden
  throw new Refusal('9001', `您的角色不能查看帳單的「${label}」，${consequence}。`)
}

/**
 * Returns the rights of the caller for documents.
 * They are the same as on the detail page of bills.
 * Throws a refusal if a printed field is hidden from the role.
 */
export const documentRights = (
  call: Pick<Call, 'scope' | 'schemas'>,
  printedFields: readonly string[],
): DocumentRights => {
  const resource = call.schemas.get('bills')
  requireVisibleFields(call, printedFields, '無法下載印有該資料的文件')
  return {
    name: visibilityInDetail(call, resource, 'PayerName') === 'full' ? 'full' : 'masked',
    address: visibilityInDetail(call, resource, 'Address'),
  }
}

/**
 * Throws a refusal (403) unless the caller sees names and addresses of payers in full.
 * Protects files that several users can download, because these files contain full names and addresses.
 */
export const requireUnmaskedPayerData = (
  call: Pick<Call, 'scope' | 'schemas'>,
  printedFields: readonly string[],
): void => {
  const { name, address } = documentRights(call, printedFields)
  if (name !== 'full' || address !== 'full')
    throw new HttpRefusal(403, '您的角色只能查看遮罩後的資料，不能下載印有完整姓名與地址的檔案。')
}

/**
 * Returns the access of a company's user, with the rights of `documentRights`.
 * Throws a refusal if a printed field is hidden from the role.
 */
export const companyDocumentAccess = (call: Call, action: string, printedFields: readonly string[]): DocumentAccess =>
  documentAccess(documentRights(call, printedFields), (billIds) =>
    auditRecord(
      contextOf(call),
      call.schemas.get('bills'),
      ...billIds.map((SerialId) => ({ action, key: { SerialId } })),
    ),
  )

/** Returns the access with these rights. */
export const documentAccess = ({ name, address }: DocumentRights, audit: DocumentAccess['audit']): DocumentAccess => ({
  canSeeName: () => name === 'full',
  address,
  audit,
})

/**
 * Returns the access of a company's user to a preview.
 * A preview is not audited, so it masks the addresses.
 * Callers that preview stored bills must mask the names too.
 */
export const previewDocumentAccess = (call: Call, printedFields: readonly string[]): DocumentAccess => {
  const access = companyDocumentAccess(call, 'PreviewPDF', printedFields)
  return { ...access, address: access.address === 'hidden' ? 'hidden' : 'masked', audit: async () => {} }
}

/** Returns the access of a payer, who sees in full the names that the session may unmask on the screen. */
export const payerDocumentAccess = async (call: Call, scope: PayerScope, action: string): Promise<DocumentAccess> => {
  const ownData = canUnmask(scope) ? await ownRecords(call.ports.db, scope) : []
  return {
    canSeeName: (payerName) => ownData.some(({ PayerName }) => PayerName === payerName),
    address: 'full',
    audit: async (billIds) => {
      for (const billId of billIds)
        await auditPayer(call, scope, { action, resource: 'bills', recordKey: String(billId) })
    },
  }
}

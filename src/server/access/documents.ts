import { mask } from '../../domain/access/mask'
import { Refusal } from '../../domain/refusal'
import { fieldNamed } from '../../schema/language/types'
import type { Call, PayerScope } from '../http/call'
import { auditRecord, contextOf } from '../records/context'
import { visibilityInDetail } from './fields'
import { auditPayer, canUnmask, ownRecords } from './own-data'

/** The user who downloads a document of a bill. The document shows the same data as their screens. */
export interface DocumentViewer {
  /** Whether the screens show this name of a payer in full. */
  readonly canSeeName: (payerName: string) => boolean
  /** How the screens show the address of a payer whose name they show in full. */
  readonly address: 'full' | 'masked' | 'hidden'
  /** Writes the audit line of a document of this bill. */
  readonly audit: (billId: number) => Promise<void>
}

/** The payer of a bill, from the bill's own columns. */
interface BillPayer {
  readonly SerialId: number
  readonly PayerName: string
  readonly IdNo: string | null
}

/** Returns the payer's name as the viewer may see it; a person's name in full leaves an audit line. */
export const payerNameFor = async ({ canSeeName, audit }: DocumentViewer, { SerialId, PayerName, IdNo }: BillPayer): Promise<string> => {
  const masked = mask('name', PayerName, IdNo)
  if (masked === PayerName || !canSeeName(PayerName)) return masked
  await audit(SerialId)
  return PayerName
}

/** Returns the payer's address as the viewer may see it. */
export const payerAddressFor = (viewer: DocumentViewer, payer: PayerAddress): Pick<PayerAddress, 'ZipCode' | 'Address'> => {
  if (viewer.address === 'hidden') return { ZipCode: null, Address: null }
  const isFull = viewer.address === 'full' && viewer.canSeeName(payer.PayerName)
  return { ZipCode: payer.ZipCode, Address: isFull ? payer.Address : mask('address', payer.Address ?? '') }
}

interface PayerAddress {
  readonly PayerName: string
  readonly ZipCode: string | null
  readonly Address: string | null
}

/** Returns a user of a company as a viewer, who sees a name in full if the role sees it in full on the detail page of bills. Throws a refusal if a printed field is hidden from the role. */
export const companyViewer = (call: Call, action: string, printed: readonly string[]): DocumentViewer => {
  const resource = call.schemas.get('bills')
  const hidden = printed.find((path) => visibilityInDetail(call, resource, path) === 'hidden')
  if (hidden !== undefined) {
    const label = fieldNamed(resource.fields, hidden.split('.')[0])?.label ?? hidden
    throw new Refusal('9001', `您的角色不能查看帳單的「${label}」，無法下載印有該資料的文件。`)
  }
  const isNameFull = visibilityInDetail(call, resource, 'PayerName') === 'full'
  return {
    canSeeName: () => isNameFull,
    address: visibilityInDetail(call, resource, 'Address'),
    audit: (SerialId) => auditRecord(contextOf(call), resource, { action, key: { SerialId } }),
  }
}

/** Returns a payer as a viewer: the session sees in full the names that it may unmask on the screen. */
export const payerViewer = async (call: Call, scope: PayerScope, action: string): Promise<DocumentViewer> => {
  const ownData = canUnmask(scope) ? await ownRecords(call.ports.db, scope) : []
  return {
    canSeeName: (payerName) => ownData.some(({ PayerName }) => PayerName === payerName),
    address: 'full',
    audit: (billId) => auditPayer(call, scope, { action, resource: 'bills', recordKey: String(billId) }),
  }
}

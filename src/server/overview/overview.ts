import type { Overview, OverviewPart } from '../../contract/call-responses'
import { overviewParts } from '../../contract/openapi/calls/overview'
import type { Right } from '../../domain/access/roles'
import { isHiddenInLists } from '../access/fields'
import { hasRight } from '../access/operations'
import { type Call, HttpRefusal } from '../call'
import { singleValue } from '../query-values'
import { readBankFiles } from './bank-files'
import { readCompanyExceptions, readExceptions, readProposals } from './exceptions'
import { readBankFileProposals, readDebitProposals } from './file-proposals'
import { readGivenUpPushes, readPushFailures } from './pushes'
import { readExpectedRemittances, readRemittanceChecks } from './remittances'
import { readDeadlines, readTerms } from './terms'
import { readUploads } from './uploads'

/** A part of the first page: the page whose figures it shows, the right that it needs there, and its reader. */
interface Part<Name extends OverviewPart> {
  readonly page: string
  readonly right: Right
  /** The fields from which the figures are computed, by resource. A role from which one is hidden gets no figures. */
  readonly fields?: { readonly of: string; readonly names: readonly string[] }
  read(call: Call): Promise<NonNullable<Overview[Name]> | undefined>
}

const lineFields = { of: 'TLDetail', names: ['WriteOffStatus', 'Amount'] }
const billFields = { of: 'bills', names: ['ShouldPayAmount', 'PaidAmount', 'PayStatus', 'PaymentEndDate', 'ChannelId'] }

const parts: { readonly [Name in OverviewPart]-?: Part<Name> } = {
  Exceptions: { page: 'TLDetailExceptionHandling', right: 'Query', fields: lineFields, read: readExceptions },
  Proposals: { page: 'TLDetailExceptionHandling', right: 'Approve', fields: lineFields, read: readProposals },
  DebitProposals: { page: 'BillDesignatedDebitExport', right: 'Approve', read: readDebitProposals },
  Uploads: { page: 'billImportList', right: 'Query', read: readUploads },
  GivenUpPushes: {
    page: 'ImmediateClientNotify',
    right: 'Query',
    fields: { of: 'ImmediateClientNotify', names: ['NotifyStatus'] },
    read: readGivenUpPushes,
  },
  Terms: { page: 'bills', right: 'Query', fields: billFields, read: readTerms },
  Deadlines: { page: 'bills', right: 'Query', fields: billFields, read: readDeadlines },
  ExpectedRemittances: {
    page: 'TLDetail',
    right: 'Query',
    fields: { of: 'TLDetail', names: ['ExpectRemitDate', 'NetAmount'] },
    read: readExpectedRemittances,
  },
  BankFiles: { page: 'bankFile', right: 'Query', read: readBankFiles },
  BankFileProposals: { page: 'bankFile', right: 'Create', read: readBankFileProposals },
  CompanyExceptions: { page: 'SKGTLDetailQuery', right: 'Query', read: readCompanyExceptions },
  RemittanceChecks: { page: 'remittanceCheck', right: 'Query', read: readRemittanceChecks },
  // The bank has no list of notices, but that of the lines that they report.
  PushFailures: { page: 'SKGTLDetailQuery', right: 'Query', read: readPushFailures },
}

/** Returns the requested parts of the first page that the caller may see. */
export const readOverview = async (call: Call): Promise<Overview> => {
  const narrowed = ofAgreement(call, singleValue(call.query, 'ApplyCode'))
  const values = await Promise.all(
    requestedParts(call.query).map(async (name) => [name, await readPart(narrowed, parts[name])] as const),
  )
  return Object.fromEntries(values.filter(([, value]) => value !== undefined))
}

const requestedParts = ({ Part = overviewParts }: Call['query']): readonly OverviewPart[] => {
  const unknown = Part.find((name) => !isPart(name))
  if (unknown !== undefined)
    throw new HttpRefusal(400, `首頁沒有「${unknown.slice(0, 40)}」這個部分，可查詢的有 ${overviewParts.join('、')}。`)
  return overviewParts.filter((name) => Part.includes(name))
}

const isPart = (name: string): name is OverviewPart => Object.hasOwn(parts, name)

const readPart = async (call: Call, { page, right, fields, read }: Part<OverviewPart>): Promise<unknown> => {
  if (!call.schemas.has(page) || !hasRight(call, call.schemas.get(page), right)) return undefined
  if (fields?.names.some((name) => isHiddenInLists(call, call.schemas.get(fields.of), name))) return undefined
  return read(call)
}

/**
 * Returns the call with a session that is restricted to one agreement.
 * An agreement that the session may not use has no figures, like one that does not exist.
 */
const ofAgreement = (call: Call, applyCode: string | undefined): Call => {
  const { scope } = call
  if (applyCode === undefined || scope.kind !== 'company') return call
  return { ...call, scope: { ...scope, applyCodes: scope.applyCodes.filter((code) => code === applyCode) } }
}

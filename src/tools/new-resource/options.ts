import { parseArgs } from 'node:util'
import { type MenuGroup, menuGroups } from '../../schema/language/resource'
import { messageOf, OperatorError } from '../../server/node/operator-error'
import { type NewAction, type NewField, readAction, readField } from './new-field'

/** The requested resource. */
export interface NewResource {
  readonly name: string
  readonly label: string
  readonly menu: MenuGroup
  readonly icon: string
  readonly tenant: 'ApplyCode' | 'UniformNo' | 'shared'
  /** The field that identifies a record within its tenant; undefined = a generated number. */
  readonly key: string | undefined
  readonly fields: readonly NewField[]
  readonly actions: readonly NewAction[]
  /** Whether records can be imported from a spreadsheet. */
  readonly hasImport: boolean
  /** Whether a second file with a report over the records is written. */
  readonly hasReport: boolean
  /** Whether a module of the server, `resources/<name>/server.ts`, is written. */
  readonly hasModule: boolean
}

/** Asks the user one question. */
export type AskUser = (question: string) => Promise<string>

const flags = {
  label: { type: 'string' },
  menu: { type: 'string' },
  icon: { type: 'string', default: 'ListAlt' },
  tenant: { type: 'string', default: 'ApplyCode' },
  key: { type: 'string' },
  field: { type: 'string', multiple: true },
  action: { type: 'string', multiple: true },
  import: { type: 'boolean' },
  report: { type: 'boolean' },
  server: { type: 'boolean' },
} as const

/** Parses the command line. Asks for missing values if there is a terminal (`ask`). */
export const readNewResource = async (args: readonly string[], ask?: AskUser): Promise<NewResource> => {
  const { name, values } = parseCommandLine(args)
  const requireText = async (flag: 'label' | 'menu', question: string): Promise<string> => {
    const value = values[flag] ?? (await ask?.(question))
    if (value === undefined || value === '') throw new OperatorError(`--${flag} is missing.\n${usage}`)
    return value
  }
  const label = await requireText('label', 'Label, in zh-TW: ')
  const menu = await requireText('menu', `Menu group (${Object.keys(menuGroups).join(', ')}): `)
  const fieldTexts = values.field ?? (ask ? await askAll(ask, 'Field', 'Name:type!=label') : [])
  if (fieldTexts.length === 0) throw new OperatorError(`A resource needs at least one --field.\n${usage}`)
  // If the command line has fields, the user is not asked for actions, import and report.
  const askOptional = values.field ? undefined : ask
  const actions =
    values.action ??
    (askOptional ? await askAll(askOptional, 'Action', 'Stop=停用:Status=Inactive?StopReason:text!=停用原因') : [])
  return {
    name,
    label,
    menu: groupOf(menu),
    icon: values.icon,
    tenant: tenantOf(values.tenant),
    key: values.key && capitalize(values.key),
    fields: fieldTexts.map(readField),
    actions: actions.map(readAction),
    hasImport: values.import ?? (await askYesNo('Import of records from spreadsheets? (y/n): ', askOptional)),
    hasReport: values.report ?? (await askYesNo('Report over the records? (y/n): ', askOptional)),
    hasModule: values.server ?? false,
  }
}

/** The usage of the command. */
export const usage = `npm run new-resource -- NAME --label 優惠券設定 --menu basic --field 'CouponCode:string(10)!=優惠券代碼' [--field …]
  --field   Name:type, then (…) where the type needs it, ! when required, =label:
            CouponName:string(20)!=名稱   Amount:money=金額   Kind:enum(Amount=折抵,Gift=贈品)!=優惠方式
            Status:enum(ActiveStatus)=狀態   BillTermId:reference(billTerm)=期別   EndDate:date=截止日   Remark:text(200)=備註
  --action  Name=label:Field=value, an action that writes values: Stop=停用:Status=Inactive. Forms cannot change a state that an action writes.
            After a ? come its inputs, written as fields and separated by ;. Each is stored in the field of its name:
            'Stop=停用:Status=Inactive?StopReason:text(100)!=停用原因;StopDate:date=停用日'
  --import  records can be imported from spreadsheets
  --report  a second file, NAMEReport.json: a report over the records
  --server  a module, resources/NAME/server.ts: what the server does differently for these records
  --key     field that identifies a record within its tenant; by default records are numbered
  --menu    ${Object.keys(menuGroups).join(', ')}
  --tenant  owner of the records: ApplyCode (an agreement, the default), UniformNo (a company) or shared (the bank; everyone reads them)
  --icon    name in src/admin/icons.ts; ListAlt when absent`

const parseCommandLine = (args: readonly string[]) => {
  try {
    const { values, positionals } = parseArgs({ args: [...args], options: flags, allowPositionals: true })
    const [name, ...rest] = positionals
    if (name === undefined || rest.length > 0) throw new Error('Give one name.')
    return { name, values }
  } catch (error) {
    throw new OperatorError(`${messageOf(error)}\n${usage}`)
  }
}

const askYesNo = async (question: string, ask: AskUser | undefined): Promise<boolean> =>
  ask !== undefined && /^y/i.test((await ask(question)).trim())

const askAll = async (ask: AskUser, noun: string, format: string): Promise<readonly string[]> => {
  const texts: string[] = []
  for (;;) {
    const text = (await ask(`${noun} ${texts.length + 1}, as ${format} (empty = done): `)).trim()
    if (text === '') return texts
    texts.push(text)
  }
}

const groupOf = (text: string): MenuGroup => {
  const group = Object.keys(menuGroups).find((name): name is MenuGroup => name === text)
  if (group === undefined)
    throw new OperatorError(`'${text}' is not a menu group: ${Object.keys(menuGroups).join(', ')}.`)
  return group
}

const tenantOf = (text: string): NewResource['tenant'] => {
  if (text === 'ApplyCode' || text === 'UniformNo' || text === 'shared') return text
  throw new OperatorError(`--tenant is '${text}', but must be ApplyCode, UniformNo or shared.`)
}

const capitalize = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

import type { ProblemId } from '../../../src/schema/language/shapes/shape'
import { sampleFiles } from '../sample-files'

/** Schema files with a few changes to the valid ones. */
export interface ChangedFiles {
  readonly content: Readonly<Record<string, unknown>>
  /** The lines of the report on a mistake, as `reportLines` writes them; absent where the check must find nothing. */
  readonly report?: readonly string[]
  /**
   * Sets the value at a path such as `club.list.columns[1]`.
   * A path begins with the name of its file; a new name adds a file.
   */
  set(path: string, value: unknown): ChangedFiles
  /** Appends values to the list at a path. */
  add(path: string, ...values: readonly unknown[]): ChangedFiles
  /** Removes the keys or list items at paths. */
  remove(...paths: readonly string[]): ChangedFiles
  /** Renames the key at a path. */
  rename(path: string, name: string): ChangedFiles
  /** Sets the expected report: a line for each finding, followed by a line with its hint. */
  gives(report: string): ChangedFiles
}

/**
 * The cases of checks: files with a mistake and its report, by title, and files that are close to the mistake but
 * correct.
 */
export type Cases = Partial<
  Readonly<Record<ProblemId, { readonly silent: ChangedFiles; readonly [title: string]: ChangedFiles }>>
>

const changedFiles = (content: ChangedFiles['content'], report?: readonly string[]): ChangedFiles => ({
  content,
  ...(report ? { report } : {}),
  set: (path, value) => changed(content, path, (parent, key) => Reflect.set(parent, key, structuredClone(value))),
  add: (path, ...values) =>
    changed(content, path, (parent, key) => listAt(parent, key).push(...structuredClone(values))),
  remove: (...paths) => paths.reduce((files, path) => changed(files.content, path, removeKey), changedFiles(content)),
  rename: (path, name) => changed(content, path, (parent, key) => Reflect.set(parent, name, removeKey(parent, key))),
  gives: (text) => changedFiles(content, text.trim().split(/\n\s*/)),
})

const changed = (
  content: ChangedFiles['content'],
  path: string,
  write: (parent: object, key: string) => unknown,
): ChangedFiles => {
  const copy = structuredClone(content)
  const keys = path.split(/[.[\]]+/).filter((key) => key !== '')
  write(keys.slice(0, -1).reduce(objectAt, copy), keys.at(-1) ?? '')
  return changedFiles(copy)
}

const valueAt = (parent: object, key: string): unknown => {
  // A path that does not exist is a mistake of the test.
  if (!(key in parent)) throw new Error(`There is no '${key}' among ${Object.keys(parent)}.`)
  return Reflect.get(parent, key)
}

const objectAt = (parent: object, key: string): object => {
  const value = valueAt(parent, key)
  if (typeof value !== 'object' || value === null) throw new Error(`'${key}' is not an object.`)
  return value
}

const listAt = (parent: object, key: string): unknown[] => {
  const value = valueAt(parent, key)
  if (!Array.isArray(value)) throw new Error(`'${key}' is not a list.`)
  return value
}

const removeKey = (parent: object, key: string): unknown => {
  const value = valueAt(parent, key)
  if (Array.isArray(parent)) parent.splice(Number(key), 1)
  else Reflect.deleteProperty(parent, key)
  return value
}

/** The sample files, without a mistake. */
export const validFiles = changedFiles(sampleFiles())

/** Returns the valid files with another field of clubs, which is also in their form. */
export const withField = (name: string, field: object): ChangedFiles =>
  validFiles.set(`club.fields.${name}`, field).add('club.form[0].fields', name)

/** The valid files with an import of clubs. */
export const withImport = validFiles.set('club.import', {
  columns: [
    'ApplyCode',
    { field: 'ClubCode', aliases: ['社團代號'], sample: 'CHESS' },
    'ClubName',
    'State',
    { field: 'StartDate', format: 'roc' },
  ],
  existing: 'update',
  match: ['ApplyCode', 'ClubCode'],
})

/** The valid files with a view of the bank over all clubs. */
export const withView = validFiles.set('clubQuery', {
  label: '社團查詢',
  kind: 'view',
  of: 'club',
  where: { State: ['Active'] },
  menu: { group: 'bank', order: 1, icon: 'Print' },
  endpoints: { list: { call: 'Bank.ClubQuery' } },
  list: { columns: ['ClubCode', 'ClubName'], filters: ['ClubCode'] },
})

/** The valid files with this view, whose import does something with the clubs that its rows name. */
export const withActionImport = withView.set('clubQuery.import', {
  columns: ['ClubCode', 'ClubName'],
  inputs: {
    Step: { type: 'enum', options: { Close: '結束', Keep: '保留' }, label: '處理方式', required: true },
    Reason: { type: 'text', label: '處理說明', max: 20, shownWhen: { field: 'Step', is: 'Close' } },
  },
})

/** The valid files with a report on clubs. */
export const withReport = validFiles.set('clubReport', {
  label: '社團統計',
  kind: 'report',
  of: 'club',
  where: { State: ['Active'] },
  menu: { group: 'report', order: 2, icon: 'Print' },
  list: {
    columns: ['State', 'ClubCode', 'ClubName', 'StartDate'],
    filters: [{ field: 'StartDate', match: 'range', required: true, maxDays: 92 }, 'State'],
    sort: 'ClubCode',
  },
  report: { subtotals: ['State'], lines: { page: 'club' }, labels: { ClubName: '名稱' }, formats: ['Xlsx', 'Pdf'] },
})

/** The valid files with a report whose rows the server computes, in two forms. */
export const withComputedReport = validFiles.set('clubSums', {
  label: '社團合計',
  kind: 'report',
  menu: { group: 'report', order: 3, icon: 'Print' },
  key: ['ApplyCode', 'State'],
  fields: {
    ApplyCode: { type: 'reference', to: 'Deal', label: '委託單位代號' },
    State: { type: 'enum', enum: 'ActiveStatus', label: '狀態' },
    Clubs: { type: 'integer', label: '社團數' },
    Dues: { type: 'money', label: '會費' },
  },
  parameters: { Year: { type: 'integer', label: '年度', required: true, min: 2000, max: 2100 } },
  list: {
    columns: ['ApplyCode', 'State', 'Clubs', 'Dues'],
    filters: [
      { field: 'Year', match: 'exact', required: true },
      { period: 'DateType', label: '日期別', enum: 'ReportDateType' },
    ],
    totals: ['Clubs', 'Dues'],
    totalRules: { parts: [{ label: '有效', where: { State: ['Active'] } }] },
    sort: 'State',
  },
  report: {
    subtotals: ['ApplyCode'],
    totals: [
      { label: '合計', subtotal: '小計' },
      { label: '有效合計', part: '有效' },
    ],
    calls: {
      field: 'Form',
      label: '格式',
      of: {
        Full: {
          label: '完整',
          call: 'Bank.ClubSums',
          columns: ['ApplyCode', 'State', 'Clubs', 'Dues'],
          subtotals: ['ApplyCode'],
        },
        Short: { label: '簡表', call: 'Bank.ClubShort', columns: ['State', 'Clubs'] },
      },
    },
  },
})

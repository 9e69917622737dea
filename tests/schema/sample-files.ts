import type { ProjectFacts } from '../../src/schema/checks'
import { loadSchemas } from '../../src/schema/load/load'

type Json = Record<string, unknown>

/** A small valid set of files; each test introduces one mistake. */
export const sampleFiles = (): Record<string, Json> => ({
  club: {
    label: '社團',
    menu: { group: 'basic', order: 1, icon: 'Groups' },
    display: '{ClubCode} {ClubName}',
    fields: {
      ApplyCode: { type: 'reference', to: 'Deal', label: '委託單位代號', required: true, writeOnce: true },
      ClubCode: {
        type: 'string',
        label: '社團代碼',
        required: true,
        max: 10,
        pattern: '^[A-Z]+$',
        patternText: '請輸入大寫字母',
        unique: true,
      },
      ClubName: { type: 'string', label: '社團名稱', required: true, max: 20 },
      ClubNo: { type: 'string', label: '編號', max: 6, lengthOf: 'ApplyCode.NoLen' },
      State: {
        type: 'enum',
        enum: 'ActiveStatus',
        label: '狀態',
        required: true,
        default: 'Active',
        within: 'ApplyCode.States',
      },
      Kinds: { type: 'enumList', options: { A: '甲', B: '乙' }, label: '種類' },
      StartDate: { type: 'date', label: '起日', index: true },
      EndDate: { type: 'date', label: '迄日', min: { field: 'StartDate' }, maxYears: 1 },
      Reason: { type: 'text', label: '原因', max: 100, shownWhen: { field: 'State', is: 'Inactive' } },
      Parent: { type: 'reference', to: 'club', by: 'ClubCode', label: '上層', maxDepth: 3 },
      Lines: {
        type: 'rows',
        label: '明細',
        max: 5,
        fields: { Amount: { type: 'money', label: '金額', required: true } },
      },
      Score: { type: 'integer', label: '分數', virtual: true },
      Members: {
        type: 'count',
        label: '人數',
        of: 'member',
        by: ['ApplyCode', 'ClubCode'],
        where: { State: ['Active'] },
      },
    },
    list: {
      columns: ['ClubCode', 'ClubName', 'State'],
      filters: ['ClubCode', { field: 'StartDate', match: 'range' }],
      sort: '-ClubCode',
      mobile: { primary: 'ClubName' },
      search: ['ClubName'],
    },
    form: [
      {
        title: '基本資料',
        fields: [
          'ApplyCode',
          'ClubCode',
          'ClubName',
          'ClubNo',
          'State',
          'Kinds',
          'StartDate',
          'EndDate',
          'Reason',
          'Parent',
          'Lines',
        ],
      },
    ],
    actions: {
      Close: {
        label: '停用',
        icon: 'Groups',
        on: ['row', 'bulk'],
        set: { State: 'Inactive', Reason: { input: 'Why' }, EndDate: { clock: 'today' } },
        roles: ['CustomerAdmin', 'CustomerMaker'],
        allowedWhen: { field: 'State', is: 'Active' },
        confirm: '確定要停用 {ClubName} 嗎？',
        inputs: { Why: { type: 'text', label: '停用原因', required: true, max: 100 } },
        danger: true,
        success: { one: '{ClubName} 已停用。', many: '已停用 {count} 個社團。' },
      },
      Remind: {
        label: '提醒',
        icon: 'Groups',
        confirm: '確定要提醒嗎？',
        call: 'Club.Remind',
        success: '已提醒 {ClubName}。[通知已寄至 {SentTo}。]',
      },
      Print: { label: '列印', icon: 'Print', call: 'Club.Print', on: ['row', 'page'], afterwards: 'download' },
    },
    permissions: {
      CustomerViewer: { operations: ['list', 'get'], fields: { Members: 'hidden' } },
      CustomerMaker: { fields: { ClubNo: { list: 'hidden' }, Kinds: 'readOnly' } },
    },
    allowedWhen: { delete: { field: 'State', is: 'Inactive' } },
  },
  member: {
    label: '社員',
    page: false,
    fields: {
      ApplyCode: { type: 'reference', to: 'Deal', label: '委託單位代號', required: true },
      ClubCode: { type: 'reference', to: 'club', by: 'ClubCode', label: '社團' },
      State: { type: 'enum', enum: 'ActiveStatus', label: '狀態' },
    },
  },
  Deal: {
    label: '約定',
    page: false,
    key: 'ApplyCode',
    fields: {
      ApplyCode: { type: 'string', label: '委託單位代號', max: 8, readOnly: true },
      NoLen: { type: 'integer', label: '長度', readOnly: true },
      States: { type: 'enumList', enum: 'ActiveStatus', label: '狀態', readOnly: true },
    },
  },
  later: { label: '以後', kind: 'custom', menu: { group: 'report', order: 1, icon: 'Print' } },
})

/** The facts about the project and its database that the sample files are checked against. */
export const sampleFacts: ProjectFacts = {
  virtualFields: ['club.Score'],
  endpoints: ['list', 'get', 'create', 'update', 'delete', 'GetAllSelectList']
    .flatMap((call) => [`Club.${call}`, `Guild.${call}`])
    .concat('Guild.Close'),
  callsWithFiles: [],
  resourcesWithOwnCreation: ['guild', 'society'],
  importsWithOwnRules: ['society'],
  resourcesWithImportActions: ['clubQuery'],
  calls: {
    'Bank.ClubSums': { method: 'GET', pathParameterCount: 0, response: 'list', page: 'clubSums' },
    'Bank.ClubShort': { method: 'GET', pathParameterCount: 0, response: 'list', page: 'clubSums' },
    'Ext.BankCredits': { method: 'POST', pathParameterCount: 0, response: 'data' },
    'Club.Remind': { method: 'POST', pathParameterCount: 1, response: 'data', page: 'club', outputs: ['SentTo'] },
    'Club.Transfer': { method: 'POST', pathParameterCount: 2, response: 'data', page: 'club', outputs: ['SentTo'] },
    'Bank.ClubQuery': { method: 'GET', pathParameterCount: 0, response: 'list', page: 'clubQuery' },
    'Bank.MemberQuery': { method: 'GET', pathParameterCount: 0, response: 'list', page: 'member' },
    'Bank.ClubMembers': { method: 'GET', pathParameterCount: 1, response: 'list', page: 'clubQuery' },
    'Club.Print': { method: 'GET', pathParameterCount: 0, response: 'file', page: 'club' },
    'Club.Sheet': { method: 'POST', pathParameterCount: 0, response: 'file', page: 'club' },
    'Member.Print': { method: 'GET', pathParameterCount: 0, response: 'file', page: 'member' },
    'Common.GetStates': { method: 'GET', pathParameterCount: 0, response: 'data' },
    'Club.GetStates': { method: 'GET', pathParameterCount: 1, response: 'data', page: 'club' },
    'Member.GetStates': { method: 'GET', pathParameterCount: 0, response: 'data', page: 'member' },
  },
  reservedTables: ['session'],
  icons: ['Groups', 'Print'],
  screens: { club: {}, later: {}, clubs: {}, Club: {}, 'no-page': {}, member: { Cells: ['State'], Inputs: ['State'] } },
  layouts: {
    store: {
      fields: ['AgencyCode', 'MarketItemCode', 'VACAccount', 'TradeDate', 'AccountDate', 'Amount'],
      headerFields: ['AgencyCode', 'TransDate'],
    },
    achP01: {
      fields: ['Seq', 'Amount'],
      headerFields: [],
      written: {
        header: ['DebitDate', 'CreateTime', 'PresentingBank'],
        details: [
          ...['TxId', 'Seq', 'PresentingBank', 'RealAccount', 'DebitBankCode', 'DebitAccount', 'Amount', 'UniformNo'],
          ...['DebitIdNo', 'DebitUserNo', 'VACAccount'],
        ],
      },
    },
  },
  database: {
    club: {
      serial_id: { type: 'bigint', filled: 3 },
      club_code: { type: 'text' },
      club_name: { type: 'text' },
      state: { type: 'text' },
      start_date: { type: 'date', filled: 1 },
      unused: { type: 'text', filled: 0 },
      update_time: { type: 'timestamptz', filled: 3 },
      // Orphaned columns: the sample files do not declare their fields.
      nickname: {
        type: 'text',
        refused: [
          { rule: 'max', count: 2, example: 'SerialId 7', message: '暱稱最多 10 個字，目前 12 個字。' },
          { rule: 'options', option: 'B', count: 1, example: 'SerialId 8', message: '暱稱請選擇正確的選項。' },
          { rule: 'any', count: 3, example: '', message: '暱稱格式不正確。' },
        ],
      },
      owner: { type: 'text', empty: { count: 4, example: 'SerialId 9' } },
      badge: { type: 'text', repeated: 1 },
      dues: { type: 'text', changedByConversion: { count: 0, example: '' } },
      quota: { type: 'text', changedByConversion: { count: 2, example: 'SerialId 3' } },
      awards: { type: 'jsonb', items: { Year: { filled: 6 } } },
      prizes: {
        type: 'jsonb',
        refused: [{ rule: 'max', count: 1, example: 'SerialId 4', message: '獎金最多 2 列，目前 3 列。' }],
        items: {
          Amount: {
            refused: [{ rule: 'max', count: 2, example: 'SerialId 4', message: '金額不可大於 9。' }],
            empty: { count: 1, example: 'SerialId 5' },
          },
        },
      },
      fines: {
        type: 'jsonb',
        items: {
          Amount: { otherType: 'number', changedByConversion: { count: 0, example: '' } },
          Paid: { otherType: 'boolean' },
        },
      },
      sports: { type: 'jsonb', otherStructure: { count: 2, example: 'SerialId 6' } },
    },
  },
  tables: [{ table: 'member', recordCount: 3 }],
  droppedIndexes: [{ table: 'locker', columns: ['apply_code', 'locker_no'] }],
  keys: [
    { table: 'club', key: ['ClubName'], repeatedKeyCount: 2, recordCountWithRepeatedKey: 6, recordCountWithoutKey: 1 },
    { table: 'club', key: ['ClubCode'], repeatedKeyCount: 0, recordCountWithRepeatedKey: 0, recordCountWithoutKey: 0 },
  ],
}

/** Returns a file as it is saved; a text is returned unchanged. */
export const textOf = (content: unknown): string =>
  typeof content === 'string' ? content : JSON.stringify(content, null, 2)

/** Returns the problems of a set of files. */
export const problemsIn = (files: Readonly<Record<string, unknown>>, known: ProjectFacts = {}) =>
  loadSchemas(
    Object.entries(files).map(([name, content]) => ({ file: `schemas/${name}.json`, text: textOf(content) })),
    known,
  ).problems

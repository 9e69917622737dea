import type { ProblemId } from '../../src/schema/checks/catalogue'

// biome-ignore lint/suspicious/noExplicitAny: tests change files in ways that no type allows.
type Files = any

const field = (files: Files, name: string) => files.club.fields[name]

/** The sound files with an import of clubs. */
const importOf = (files: Files) => {
  files.club.import = {
    columns: ['ApplyCode', { field: 'ClubCode', aliases: ['社團代號'], sample: 'CHESS' }, 'ClubName', 'State', { field: 'StartDate', format: 'roc' }],
    existing: 'update',
    match: ['ApplyCode', 'ClubCode'],
  }
  return files.club.import
}

/** The sound files with a report on clubs. */
const reportOf = (files: Files) => {
  files.clubReport = {
    label: '社團統計',
    kind: 'report',
    menu: { group: 'report', order: 2, icon: 'Print' },
    parameters: {
      DateFrom: { type: 'date', label: '起日', required: true },
      DateTo: { type: 'date', label: '迄日', required: true },
      States: { type: 'enumList', enum: 'ActiveStatus', label: '狀態' },
    },
    report: {
      of: 'club',
      where: [
        { field: 'StartDate', match: 'from', parameter: 'DateFrom' },
        { field: 'StartDate', match: 'to', parameter: 'DateTo' },
        { field: 'State', parameter: 'States' },
      ],
      groupBy: ['State', 'ClubName'],
      columns: ['State', 'ClubName', { name: 'Clubs', label: '社團數', count: true }],
      subtotals: ['State'],
      formats: ['xlsx', 'csv', 'pdf'],
    },
  }
  return files.clubReport.report
}

/** For each check, a change of the sound files that comes near to its mistake and is right; the compiler counts them. */
export const nearMisses: Record<ProblemId, (files: Files) => void> = {
  E101: (files) => {
    files.later.$schema = 'x'
  },
  E102: (files) => {
    files.club.page = true
  },
  E103: (files) => {
    field(files, 'ClubName').help = 'x'
  },
  E104: (files) => {
    field(files, 'ClubName').max = 1
  },
  E105: (files) => {
    files.clubs = { ...files.later, menu: { group: 'report', order: 2, icon: 'Print' } }
  },
  E106: (files) => {
    field(files, 'ClubName').type = 'text'
    files.club.list.sort = 'ClubCode'
  },
  E107: (files) => {
    files.member.fields.ClubNo2 = { type: 'boolean', label: 'x' }
    files.club.actions = { Print: { label: '列印', call: 'Club.Print', inputs: { isGroup: { type: 'boolean', label: '合併' } } } }
  },
  E108: (files) => {
    files.member.fields.UpdatedTime = { type: 'datetime', label: 'x' }
  },
  E109: (files) => {
    field(files, 'State').enum = 'CustomerStatus'
  },
  E110: (files) => {
    field(files, 'ClubName').min = 20
  },
  E111: (files) => {
    field(files, 'ClubCode').pattern = '^[A-Z]*$'
  },
  E112: (files) => {
    field(files, 'State').default = 'Inactive'
  },
  E113: (files) => {
    field(files, 'ClubName').readOnly = false
  },
  E114: (files) => {
    files.club.display = '{SerialId} {UpdateTime}'
  },
  E115: (files) => {
    files.Deal.tenant = 'shared'
  },
  E116: (files) => {
    delete files.club.menu
    files.club.page = false
  },
  E117: (files) => {
    field(files, 'Lines').fields.Amount.min = 1
  },
  E118: (files) => {
    delete files.club.list.filters
    files.club.accepted = { W905: 'It has ten rows.' }
  },
  E123: (files) => {
    field(files, 'ClubCode').pattern = '^(?!CHESS)(?:[A-Z]{2}-?){2}\\d{2,3}$'
    field(files, 'ClubNo').pattern = '^(?=.*7)(.)\\1+$'
    field(files, 'ClubNo').patternText = '請輸入相同的數字'
    field(files, 'ClubNo').examples = ['777', '7777']
  },
  E201: (files) => {
    files.club.list.columns[1] = 'UpdateTime'
  },
  E202: (files) => {
    files.club.list.filters[0] = 'Kinds'
  },
  E203: (files) => {
    files.club.list.filters[1].match = 'exact'
  },
  E204: (files) => {
    files.club.list.sort = '-UpdateTime'
  },
  E205: (files) => {
    files.club.list.mobile.secondary = ['State']
  },
  E206: (files) => {
    files.club.list.search = ['Reason']
  },
  E207: (files) => {
    files.club.form[0].fields.reverse()
  },
  E208: (files) => {
    files.Deal.form = [{ title: '約定', fields: ['ApplyCode', 'NoLen'] }]
  },
  E209: (files) => {
    files.club.list.columns.push('Members')
  },
  E210: (files) => {
    files.club.form[0].fields.splice(4, 1)
  },
  E301: (files) => {
    delete field(files, 'ClubNo').lengthOf
    delete field(files, 'State').within
    field(files, 'ApplyCode').to = 'member'
  },
  E302: (files) => {
    delete field(files, 'Parent').by
  },
  E303: (files) => {
    files.member.fields.ClubCode.same = ['ApplyCode']
  },
  E304: (files) => {
    delete field(files, 'ClubNo').lengthOf
  },
  E305: (files) => {
    field(files, 'Reason').shownWhen = { all: [{ not: { field: 'State', is: 'Active' } }] }
  },
  E306: (files) => {
    field(files, 'Reason').shownWhen = { field: 'Kinds', has: ['A', 'B'] }
    field(files, 'ClubName').requiredWhen = {
      any: [
        { field: 'StartDate', atLeast: '2026-02-28' },
        { field: 'EndDate', in: ['2026-11-30', null] },
        { field: 'UpdateTime', atMost: '2026-11-30' },
        { field: 'ClubCode', is: 'CHESS' },
      ],
    }
    delete field(files, 'ClubName').required
  },
  E307: (files) => {
    delete field(files, 'EndDate').maxYears
    field(files, 'EndDate').min = 'today'
  },
  E308: (files) => {
    delete field(files, 'Members').where
  },
  E309: (files) => {
    delete field(files, 'Parent').maxDepth
  },
  E310: (files) => {
    field(files, 'ClubNo').shownWhen = { field: 'Reason', empty: false }
  },
  E320: (files) => {
    files.club.actions.Close2 = { ...files.club.actions.Remind }
  },
  E321: (files) => {
    files.club.actions.Print.on = ['page', 'bulk']
  },
  E322: (files) => {
    files.club.actions.Close.set.ClubNo = null
  },
  E323: (files) => {
    files.club.actions.Close.set.State = 'Active'
  },
  E324: (files) => {
    files.club.actions.Remind.success = { one: '{SentTo} {State}', many: '{count}' }
  },
  E325: (files) => {
    files.club.actions.Close.inputs.Why.default = '社團解散'
  },
  E330: (files) => {
    files.club.permissions.BankViewer = { operations: [] }
  },
  E331: (files) => {
    files.club.permissions.CustomerViewer.fields.Members = 'readOnly'
    files.club.permissions.CustomerViewer.fields['Lines.Amount'] = 'readOnly'
  },
  E332: (files) => {
    files.club.permissions.CustomerViewer.fields.ClubName = 'readOnly'
  },
  E333: (files) => {
    field(files, 'ClubName').personal = 'name'
    files.club.permissions.CustomerViewer.fields.ClubName = 'masked'
  },
  E334: (files) => {
    files.club.permissions.CustomerViewer.operations = ['list', 'create']
  },
  E335: (files) => {
    files.club.permissions.CustomerMaker.fields.State = 'readOnly'
    files.club.permissions.CustomerMaker.fields.Lines = 'readOnly'
    files.club.permissions.CustomerMaker.fields['Lines.Amount'] = 'readOnly'
  },
  E336: (files) => {
    files.club.permissions.CustomerViewer.fields.Reason = 'hidden'
    files.club.permissions.CustomerViewer.fields['Lines.Amount'] = 'hidden'
  },
  E340: (files) => {
    field(files, 'Reason').requiredWhen = { role: ['CustomerMaker'] }
    field(files, 'ClubNo').readOnlyWhen = { field: 'StartDate', atMost: 'today' }
    files.club.fields.Lines.fields.Why = { type: 'string', label: '說明', max: 5, shownWhen: { parent: 'State', is: 'Inactive' } }
  },
  E341: (files) => {
    files.club.rules = [
      { require: { field: 'Members', atMost: 9 }, when: { role: ['CustomerMaker'] }, message: '人數已滿。', at: 'State' },
      { require: { field: 'EndDate', atLeast: { field: 'StartDate' } }, message: '迄日不可早於起日。', at: 'EndDate' },
    ]
  },
  E342: (files) => {
    field(files, 'StartDate').default = 'today'
    field(files, 'ClubName').default = { user: 'name' }
    files.club.fields.Number = { type: 'string', label: '流水號', max: 9, unique: true, default: { sequence: 'C{yyyy}{0000}' } }
    files.club.fields.SeenTime = { type: 'datetime', label: '登錄時間', readOnly: true, default: 'now' }
  },
  E343: (files) => {
    files.club.fields.Number = { type: 'string', label: '流水號', max: 9, unique: true, default: { sequence: '{roc}{mm}{000}A' } }
  },
  E344: (files) => {
    files.club.related = [{ of: 'club', by: 'Parent' }]
  },
  E345: (files) => {
    files.club.list.filters.push('ApplyCode', { field: 'Parent', match: 'in' })
    files.club.related = [{ of: 'club', by: 'Parent', label: '下層社團' }]
  },
  E346: (files) => {
    files.club.related = [{ of: 'club', by: 'Parent', columns: ['ClubCode', 'State'] }]
  },
  E401: (files) => {
    files.club.endpoints = { operations: ['list', 'selectList'] }
  },
  E402: (files) => {
    delete files.club.fields.Score
  },
  E403: (files) => {
    files.club.menu.icon = 'Print'
  },
  E404: (files) => {
    files.club.kind = 'custom'
  },
  E601: (files) => {
    importOf(files).columns.push('Reason')
  },
  E602: (files) => {
    importOf(files).columns[2] = { field: 'ClubName', aliases: ['社團名', 'ClubName'] }
  },
  E603: (files) => {
    importOf(files).columns.splice(3, 1)
  },
  E604: (files) => {
    importOf(files).columns[4].sample = '2026-11-30'
  },
  E605: (files) => {
    delete importOf(files).match
  },
  E606: (files) => {
    importOf(files)
    files.club.endpoints = { operations: ['list', 'create', 'update'] }
  },
  E607: (files) => {
    importOf(files).columns.push('Lines.Amount')
    files.club.import.lines = { Lines: 5 }
  },
  E701: (files) => {
    reportOf(files).period = { from: 'DateFrom', to: 'DateTo' }
  },
  E702: (files) => {
    const report = reportOf(files)
    files.clubReport.report = {
      call: 'Club.list',
      fields: { State: { type: 'string', label: '狀態', max: 10 }, Clubs: { type: 'integer', label: '社團數' } },
      columns: ['State', { field: 'Clubs', total: true }],
      formats: report.formats,
    }
  },
  E703: (files) => {
    reportOf(files).where.push({ field: 'State', values: ['Active'] }, { field: 'ClubName', match: 'contains', values: ['棋'] })
  },
  E704: (files) => {
    reportOf(files).columns[2] = { name: 'Score', label: '分數', sum: 'Score' }
  },
  E705: (files) => {
    reportOf(files).sort = ['ClubName', '-Clubs']
  },
  E706: (files) => {
    reportOf(files).period = { from: 'DateFrom', to: 'DateTo', first: 'today' }
  },
  E707: (files) => {
    const report = reportOf(files)
    report.dates = {
      StartMonth: { month: 'StartDate' },
      TrailMonth: { month: 'UpdateTime', label: '異動月份', calendar: 'roc' },
      TrailDay: { day: 'UpdateTime' },
    }
    report.groupBy = ['State', 'StartMonth', 'TrailMonth', 'TrailDay']
    report.columns = ['StartMonth', 'TrailMonth', { count: true }]
    report.sort = ['-StartMonth']
    files.clubReport.parameters.Month = { type: 'month', label: '月份' }
    report.where.push({ field: 'UpdateTime', match: 'month', parameter: 'Month', when: { field: 'Month', empty: false } })
  },
  E708: (files) => {
    const report = reportOf(files)
    const live = { name: 'Live', label: '啟用', count: true, where: { State: ['Active'] } }
    const share = { name: 'Share', label: '占比', as: 'percent', value: { divide: [{ field: 'Live' }, { field: 'Clubs' }] }, total: 'value' }
    const state = { when: { field: 'State', is: 'Active' }, value: { field: 'ClubName' }, otherwise: '' }
    report.columns.push(live, share, { name: 'Text', label: '說明', as: 'string', value: state })
  },
  E709: (files) => {
    const report = reportOf(files)
    delete report.groupBy
    delete report.subtotals
    const half = { divide: [{ field: 'Score' }, 2] }
    report.columns = ['ClubCode', { field: 'Score', total: 'average' }, { field: 'StartDate', total: 'min' }, { field: 'ClubName', total: 'count' }]
    report.columns.push({ name: 'Half', label: '一半', as: 'decimal', value: half, total: true })
  },
  W901: (files) => {
    delete field(files, 'ClubCode').patternText
    field(files, 'ClubCode').pattern = '^[A-Z0-9]+$'
  },
  W902: (files) => {
    files.member.fields.Mobile = { type: 'mobile', label: '行動電話', personal: 'mobile' }
  },
  W903: (files) => {
    files.later.menu = { group: 'basic', order: 2, icon: 'Print' }
  },
  W904: (files) => {
    files.club.form[0].fields.splice(3, 1)
    field(files, 'ClubNo').readOnly = true
  },
  W905: (files) => {
    files.club.list.filters = []
  },
  E119: (files) => {
    files.club.fields.ClubName.help = '長'.repeat(200_000)
  },
  E120: (files) => {
    files.club.fields.ClubName.help = '"label": "社團", "label": "社團"'
  },
  E121: (files) => {
    files.member.fields.MemberId = { type: 'integer', label: '編號' }
    files.member.fields.Keywords = { type: 'boolean', label: '關鍵字' }
  },
  E122: (files) => {
    field(files, 'ClubNo').was = 'OldNo'
  },
  E130: (files) => {
    files.club.endpoints = { controller: 'Society' }
    files.club.fields.Photo = { type: 'file', label: '照片', accept: ['png'], maxBytes: 1000 }
    files.member.fields.Photo = { type: 'image', label: '照片' }
  },
  E211: (files) => {
    files.club.list.filters[1].match = 'exact'
    files.club.fields.StartDateTo = { type: 'date', label: '起日迄', index: true }
    files.club.form[0].fields.push('StartDateTo')
    files.club.list.filters.push({ field: 'StartDateTo', match: 'exact' })
  },
  E311: (files) => {
    files.Deal.fields.Club = { type: 'reference', to: 'club', by: 'ClubCode', label: '社團' }
  },
  E312: (files) => {
    field(files, 'Reason').shownWhen = {
      any: [
        { field: 'State', is: 'Active' },
        {
          all: [
            { field: 'Kinds', has: 'A' },
            { field: 'Kinds', has: 'B' },
          ],
        },
      ],
    }
    field(files, 'Kinds').optionsWhen = { A: { field: 'StartDate', atLeast: '2026-01-01' } }
  },
  E313: (files) => {
    files.club.fields.Score = {
      type: 'computed',
      as: 'money',
      label: '分數',
      value: { add: [{ sum: 'Lines.Amount' }, { count: 'Kinds' }, { field: 'Members' }] },
    }
    const day = { daysAfter: [{ field: 'StartDate' }, { field: 'Members' }] }
    files.club.fields.Due = { type: 'computed', as: 'date', label: '期限', value: { when: { field: 'Kinds', has: 'A' }, value: day, otherwise: '2026-12-31' } }
    files.club.fields.Words = { type: 'computed', as: 'string', label: '說明', value: { join: [{ field: 'ClubName' }, { field: 'Due' }, { field: 'Score' }] } }
  },
  E314: (files) => {
    files.club.fields.Score = { type: 'computed', as: 'money', label: '分數', value: { field: 'Rank' } }
    files.club.fields.Rank = { type: 'computed', as: 'money', label: '名次', value: { count: 'Lines' } }
  },
  E315: (files) => {
    field(files, 'Kinds').optionsWhen = { B: { field: 'State', is: 'Active' } }
  },
  E411: (files) => {
    files.club.actions.Remind.on = ['row', 'bulk']
  },
  E412: (files) => {
    files.club.actions.Close.afterwards = { page: 'later' }
  },
  E501: (files) => {
    const { StartDate, ...rest } = files.club.fields
    files.club.fields = { ...rest, BeginDate: { ...StartDate, was: 'StartDate' } }
  },
  E502: (files) => {
    const { StartDate, ...rest } = files.club.fields
    files.club.fields = { ...rest, BeginDate: { ...StartDate, was: 'StartDate' } }
  },
  E503: (files) => {
    field(files, 'ClubName').max = 12
    files.club.fields.State = { type: 'enum', options: { Active: '啟用', Inactive: '停用', Closed: '結束' }, label: '狀態' }
  },
  W906: (files) => {
    delete field(files, 'StartDate').index
    files.club.list.filters = ['ClubName', 'State', 'ClubCode', 'ApplyCode']
  },
  W907: (files) => {
    field(files, 'ClubName').label = 'ClubName 社團'
  },
  W908: (files) => {
    field(files, 'Lines').fields.Amount.label = '社團名稱'
  },
  W909: (files) => {
    field(files, 'Reason').requiredWhen = { field: 'State', is: 'Inactive' }
  },
  W910: (files) => {
    field(files, 'Kinds').options = { A: '甲', B: '甲 ' }
  },
  W911: (files) => {
    const phase = { type: 'enum', label: '階段', readOnly: true }
    files.club.fields.Phase = { ...phase, options: { New: '新', Old: '舊', Ended: '結束' }, default: 'New' }
    files.club.actions.Close.inputs.How = { type: 'enum', options: { Old: '舊' }, label: '方式' }
    files.club.actions.Close.set.Phase = { input: 'How' }
    files.club.actions.End = { label: '結束', set: { Phase: 'Ended' } }
    files.member.page = true
    files.member.menu = { group: 'basic', order: 2, icon: 'Groups' }
    files.member.fields.Result = { ...phase, options: { Won: '勝', Lost: '負' } }
    files.result = { ...files.member, menu: { group: 'basic', order: 3, icon: 'Groups' }, endpoints: { operations: ['list', 'get'] } }
    files.result.fields = { ...files.member.fields, Kind: { ...phase, options: { Home: '主場', Away: '客場' } } }
  },
  W912: (files) => {
    importOf(files).columns.push('Parent')
  },
  W913: (files) => {
    importOf(files).columns.push('ClubNo', 'Reason', 'EndDate')
    field(files, 'ClubNo').requiredWhen = { field: 'State', is: 'Active' }
    field(files, 'Reason').required = true
    field(files, 'Parent').shownWhen = { field: 'State', is: 'Active' }
  },
  W914: (files) => {
    files.club.display = '{SerialId}'
    delete files.club.list.search
  },
  W920: (files) => {
    delete files.club.actions.Close.confirm
  },
  W921: (files) => {
    reportOf(files).where[2].match = 'exact'
  },
}

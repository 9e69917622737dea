import { type Cases, validFiles, withField, withView } from './changed-files'

const period = { period: 'DateType', label: '日期別', enum: 'ReportDateType' }

export const listChecks = {
  S201: {
    silent: validFiles.set('club.list.columns[1]', 'UpdateTime'),
    'column of a picture': validFiles
      .set('club.fields.Logo', { type: 'image', label: '圖示' })
      .add('club.list.columns', 'Logo')
      .add('club.form[0].fields', 'Logo')
      .gives(`
      S201 club: list.columns[3] cannot show 'Logo': it is of type 'image'.
        Use fields that list rows contain: short ones without "detailOnly".`),
    'column of rows': validFiles.add('club.list.columns', 'Lines').gives(`
      S201 club: list.columns[3] cannot show 'Lines': it is of type 'rows'.
        Use fields that list rows contain: short ones without "detailOnly".`),
    'column that is detail only': validFiles.set('club.fields.ClubCode.detailOnly', true).gives(`
      S201 club: list.columns[0] cannot show 'ClubCode': it is 'detailOnly'.
        Use fields that list rows contain: short ones without "detailOnly".`),
    'second line that is no column': validFiles.set('club.list.secondLines', { ClubName: 'Remark' }).gives(`
      S201 club: list.secondLines.ClubName cannot show 'Remark': it is not a column.
        Use fields that list rows contain: short ones without "detailOnly".`),
    'width of no column': validFiles.set('club.list.widths', { Remark: 200 }).gives(`
      S201 club: list.widths.Remark cannot set the width of 'Remark': it is not a column.
        Use fields that list rows contain: short ones without "detailOnly".`),
    'misspelled column': validFiles.set('club.list.columns[1]', 'ClubNaem').gives(`
      S201 club: list.columns[1] refers to 'ClubNaem', which is not a field of 'club'.
        Did you mean 'ClubName'?`),
  },
  S202: {
    silent: validFiles.set('club.list.filters[0]', 'Kinds'),
    'filter by data': validFiles
      .set('club.fields.Data', { type: 'json', label: '資料' })
      .add('club.list.filters', 'Data')
      .gives(`
      S202 club: list.filters[2] cannot filter by 'Data': it is of type 'json'.
        Use a field that can be compared, or remove the filter.`),
    'filter by rows': validFiles.set('club.list.filters[0]', 'Lines').gives(`
      S202 club: list.filters[0] cannot filter by 'Lines': it is of type 'rows'.
        Use a field that can be compared, or remove the filter.`),
    'button of no filter': validFiles.set('club.list.quick', ['State']).gives(`
      S202 club: list.quick[0] cannot be a button for 'State': it is not a filter.
        Use a field that can be compared, or remove the filter.`),
    'misspelled filter': validFiles.set('club.list.filters[0]', 'ClubCoed').gives(`
      S202 club: list.filters[0] refers to 'ClubCoed', which is not a field of 'club'.
        Did you mean 'ClubCode'?`),
  },
  S203: {
    silent: validFiles.set('club.list.filters[1].match', 'exact'),
    'date that begins': validFiles.set('club.list.filters[1].match', 'startsWith').gives(`
      S203 club: list.filters[1].match cannot be 'startsWith': the type 'date' has range, exact.
        Remove "match", or use one that the type supports.`),
    'date that contains': validFiles.set('club.list.filters[1].match', 'contains').gives(`
      S203 club: list.filters[1].match cannot be 'contains': the type 'date' has range, exact.
        Remove "match", or use one that the type supports.`),
  },
  S204: {
    silent: validFiles.set('club.list.sort', '-UpdateTime'),
    'sort by a field of another record': validFiles
      .set('club.list.columns[1]', 'ApplyCode.NoLen')
      .set('club.list.sort', '-ApplyCode.NoLen')
      .gives(`
      S204 club: list.sort cannot be 'ApplyCode.NoLen': it is a field of another record.
        Sort by a field with one short value, such as a code or a date.`),
    'sort by a list': validFiles.set('club.list.sort', '-Kinds').gives(`
      S204 club: list.sort cannot be 'Kinds': lists cannot be sorted by type 'enumList'.
        Sort by a field with one short value, such as a code or a date.`),
  },
  S205: {
    silent: validFiles.set('club.list.mobile.secondary', ['State']),
    'misspelled card line': validFiles.set('club.list.mobile.secondary', ['Nmae']).gives(`
      S205 club: list.mobile.secondary[0] refers to 'Nmae', which is not a field of 'club'.
        Use field names of this file.`),
  },
  S206: {
    silent: validFiles.set('club.list.search[0]', 'Reason'),
    'search in a date': validFiles.set('club.list.search[0]', 'StartDate').gives(`
      S206 club: list.search[0] cannot search 'StartDate': it is of type 'date'.
        Use text, number or reference fields of the record.`),
    'search in a field of another record': withView.set('clubQuery.list.search', ['ApplyCode.NoLen']).gives(`
      S206 clubQuery: list.search[0] cannot search 'ApplyCode.NoLen': it is a field of another record.
        Use text, number or reference fields of the record.`),
  },
  S218: {
    silent: validFiles.set('club.find', ['ClubCode']),
    'search by a date': validFiles.set('club.find', ['StartDate']).gives(`
      S218 club: find[0] cannot name 'StartDate': it is of type 'date'.
        Use filters of the list that compare texts: startsWith, contains or exact.`),
    'search by no filter': validFiles.set('club.find', ['ClubName']).gives(`
      S218 club: find[0] cannot name 'ClubName': it is no filter of the list.
        Use filters of the list that compare texts: startsWith, contains or exact.`),
    'misspelled search': validFiles.set('club.find', ['ClubCoed']).gives(`
      S218 club: find[0] refers to 'ClubCoed', which is not a field of 'club'.
        Did you mean 'ClubCode'?`),
  },
  S207: {
    silent: validFiles.set(
      'club.form[0].fields',
      'Lines Parent Reason EndDate StartDate Kinds State ClubNo ClubName ClubCode ApplyCode'.split(' '),
    ),
    'misspelled form field': validFiles
      .set('club.fields.ClubName.default', 'x')
      .set('club.form[0].fields[2]', 'Naem')
      .gives(`
      S207 club: form[0].fields[2] refers to 'Naem', which is not a field of 'club'.
        Use field names of this file.`),
    'misspelled field of the detail page': validFiles
      .set('club.detail', [{ title: '人數', fields: ['Member'] }])
      .gives(`
      S207 club: detail[0].fields[0] refers to 'Member', which is not a field of 'club'.
        Did you mean 'Members'?`),
    'misspelled head field': validFiles
      .set('club.head', ['State', 'Ends', 'State'])
      .set('club.fields.ClubName.default', 'x')
      .gives(`
      S207 club: head[1] refers to 'Ends', which is not a field of 'club'.
        Did you mean 'Kinds'?
      S209 club: head[2] repeats 'State'.
        Remove one of the two.`),
  },
  S208: {
    silent: validFiles.set('Deal.form', [{ title: '約定', fields: ['ApplyCode', 'NoLen'] }]),
    'form holds a count': validFiles.add('club.form[0].fields', 'Members').gives(`
      S208 club: form[0].fields[11] cannot contain 'Members': users do not enter it.
        Remove it from the form; the detail page shows it anyway, in a section of "detail" or under 系統資訊.`),
    'form holds a sequence number': withField('Number', {
      type: 'string',
      label: '流水號',
      max: 9,
      unique: true,
      default: { sequence: 'C{0000}' },
    }).gives(`
      S208 club: form[0].fields[11] cannot contain 'Number': users do not enter it.
        Remove it from the form; the detail page shows it anyway, in a section of "detail" or under 系統資訊.`),
    'form holds data': withField('Data', { type: 'json', label: '資料' }).gives(`
      S208 club: form[0].fields[11] cannot contain 'Data': users do not enter it.
        Remove it from the form; the detail page shows it anyway, in a section of "detail" or under 系統資訊.`),
  },
  S209: {
    silent: validFiles.add('club.list.columns', 'Members'),
    'column twice': validFiles.add('club.list.columns', 'ClubCode').gives(`
      S209 club: list.columns[3] repeats 'ClubCode'.
        Remove one of the two.`),
    'form field twice': validFiles.add('club.form[0].fields', 'ClubNo').gives(`
      S209 club: form[0].fields[11] repeats 'ClubNo'.
        Remove one of the two.`),
    'field in form and detail page': validFiles
      .set('club.detail', [{ title: '人數', fields: ['Members', 'ClubNo'] }])
      .gives(`
      S209 club: detail[0].fields[1] repeats 'ClubNo'.
        Remove one of the two.`),
  },
  S210: {
    silent: validFiles.remove('club.form[0].fields[4]'),
    'form without a required field': validFiles.remove('club.form[0].fields[2]').gives(`
      S210 club: form cannot omit 'ClubName': it is required.
        Add it to a section, or give it a default.`),
  },
  S211: {
    silent: validFiles
      .set('club.fields.StartDateTo', { type: 'date', label: '起日迄', index: true })
      .set('club.list.filters', [
        'ClubCode',
        { field: 'StartDate', match: 'exact' },
        { field: 'StartDateTo', match: 'exact' },
      ])
      .add('club.form[0].fields', 'StartDateTo'),
    'range meets field': validFiles
      .set('club.fields.StartDateTo', { type: 'date', label: '起日迄', index: true })
      .add('club.list.filters', { field: 'StartDateTo', match: 'exact' })
      .add('club.form[0].fields', 'StartDateTo')
      .gives(`
      S211 club: list.filters[2] cannot use the parameter 'StartDateTo': list.filters[1] already uses it.
        Remove one of the two filters, or rename the field.`),
  },
  S212: {
    silent: withView.add(
      'clubQuery.list.filters',
      { field: 'StartDate', required: true, maxDays: 92 },
      { field: 'State', required: true },
    ),
    'sufficient filter by a text': withView
      .set('clubQuery.list.filters[0]', { field: 'ClubCode', sufficient: true })
      .gives(`
      S212 clubQuery: list.filters[0].sufficient cannot be true: 'ClubCode' is no reference by SerialId.
        Declare 'maxDays' with 'required' for a range of days, and 'sufficient' for a reference by SerialId; required filters suit lists that only their own query form reads, or related lists by a sufficient filter.`),
    'period of a text': withView
      .set('clubQuery.list.filters[0]', { field: 'ClubCode', required: true, maxDays: 92 })
      .gives(`
      S212 clubQuery: list.filters[0].maxDays cannot be set: 'ClubCode' is not filtered by a range of days.
        Declare 'maxDays' with 'required' for a range of days, and 'sufficient' for a reference by SerialId; required filters suit lists that only their own query form reads, or related lists by a sufficient filter.`),
    'period of one day': withView
      .add('clubQuery.list.filters', { field: 'StartDate', match: 'exact', required: true, maxDays: 92 })
      .gives(`
      S212 clubQuery: list.filters[1].maxDays cannot be set: 'StartDate' is not filtered by a range of days.
        Declare 'maxDays' with 'required' for a range of days, and 'sufficient' for a reference by SerialId; required filters suit lists that only their own query form reads, or related lists by a sufficient filter.`),
    'period without an end': withView.add('clubQuery.list.filters', { field: 'StartDate', maxDays: 92 }).gives(`
      S212 clubQuery: list.filters[1].maxDays cannot be set without 'required': a period without an end has no length.
        Declare 'maxDays' with 'required' for a range of days, and 'sufficient' for a reference by SerialId; required filters suit lists that only their own query form reads, or related lists by a sufficient filter.`),
    'list that others read': validFiles
      .set('club.list.filters[1]', { field: 'StartDate', match: 'range', required: true })
      .gives(`
      S212 club: list.filters[1].required cannot be true: 'club' reads the list without it.
        Declare 'maxDays' with 'required' for a range of days, and 'sufficient' for a reference by SerialId; required filters suit lists that only their own query form reads, or related lists by a sufficient filter.`),
    'list from which details are read': validFiles
      .set('stall', { label: '攤位', menu: { group: 'basic', order: 3, icon: 'Print' } })
      .set('stall.tenant', 'shared')
      .set('stall.endpoints', { operations: ['list'] })
      .set('stall.fields', { No: { type: 'integer', label: '編號', index: true } })
      .set('stall.list', { filters: [{ field: 'No', required: true }] })
      .gives(`
      S212 stall: list.filters[0].required cannot be true: detail pages are read from the list without it.
        Declare 'maxDays' with 'required' for a range of days, and 'sufficient' for a reference by SerialId; required filters suit lists that only their own query form reads, or related lists by a sufficient filter.`),
  },
  S214: {
    silent: withView.add('clubQuery.list.filters', {
      ...period,
      of: { TradeDate: 'StartDate', RemitDate: 'UpdateTime' },
    }),
    'period of a text and of an unknown value': withView
      .add('clubQuery.list.filters', {
        ...period,
        of: { TradeDate: 'ClubName', PayDate: 'EndDate', RemitDate: 'Date' },
      })
      .gives(`
      S214 clubQuery: list.filters[1].of.TradeDate cannot be 'ClubName': it is no stored date.
        Give each value of the enum a date or datetime field that has a column.
      S214 clubQuery: list.filters[1].of.PayDate is 'PayDate', which is not a value of 'ReportDateType'.
        Known names: 'TradeDate', 'AccountDate', 'RemitDate'.
      S214 clubQuery: list.filters[1].of.RemitDate refers to 'Date', which is not a field of 'clubQuery'.
        Did you mean 'State'?`),
  },
  S215: {
    silent: withView.add('clubQuery.list.columns', 'ApplyCode.NoLen').add('clubQuery.list.filters', 'ApplyCode.NoLen'),
    'name of a field of the record': withView.add('clubQuery.list.columns', 'Parent.State').gives(`
      S215 clubQuery: list.columns[2] cannot name 'Parent.State': 'State' has the same name.
        Responses and query parameters have the field's own name, so each name can be used once.`),
  },
  S216: {
    silent: validFiles
      .add('club.list.filters', { field: 'State', default: ['Active'] })
      .add('club.list.filters', { field: 'Kinds', default: 'A' }),
    'default of a range': validFiles.set('club.list.filters[1].default', '2026-11-30').gives(`
      S216 club: list.filters[1].default cannot be set: the match of 'StartDate' is 'range'.
        Use values of the field, with the match 'in', or one value with the match 'exact'.`),
    'default that is no option': validFiles
      .add('club.list.filters', { field: 'State', default: ['Active', 'Inactiv'] })
      .gives(`
      S216 club: list.filters[2].default is 'Inactiv', which is not a value of 'State'.
        Did you mean 'Inactive'?`),
    'default of a field of a referenced record': withView
      .add('clubQuery.list.filters', { field: 'ApplyCode.States', default: ['Activ'] })
      .gives(`
      S216 clubQuery: list.filters[1].default is 'Activ', which is not a value of 'ApplyCode.States'.
        Did you mean 'Active'?`),
    'several defaults of one value': validFiles
      .add('club.list.filters', { field: 'State', match: 'exact', default: ['Active', 'Inactive'] })
      .gives(`
      S216 club: list.filters[2].default cannot have 2 values: the match of 'State' is 'exact'.
        Use values of the field, with the match 'in', or one value with the match 'exact'.`),
  },
  S217: {
    silent: validFiles
      .add('club.list.filters', 'State')
      .set('club.list.tabs', [{ label: '全部' }, { label: '有效', where: { State: 'Active' } }, { each: 'State' }]),
    'tab without filter': validFiles.set('club.list.tabs', 'State').gives(`
      S217 club: list.tabs cannot set 'State': the list has no filter of this field.
        Use fields of list.filters with the match 'in' or 'exact', values of these fields, and one label for each tab.`),
    'tab for each day': validFiles.set('club.list.tabs', [{ label: '全部' }, { each: 'StartDate' }]).gives(`
      S217 club: list.tabs[1].each cannot be 'StartDate': it is of type 'date', which has no options.
        Use fields of list.filters with the match 'in' or 'exact', values of these fields, and one label for each tab.`),
    'tab of no option, and of a range': validFiles
      .add('club.list.filters', 'State')
      .set('club.list.tabs', [
        { label: '全部' },
        { label: '有效', where: { State: ['Activ'] } },
        { label: '今天', where: { StartDate: '2026-11-30' } },
      ])
      .gives(`
      S217 club: list.tabs[1].where.State is 'Activ', which is not a value of 'State'.
        Did you mean 'Active'?
      S217 club: list.tabs[2].where.StartDate cannot be set: the match of 'StartDate' is 'range'.
        Use fields of list.filters with the match 'in' or 'exact', values of these fields, and one label for each tab.`),
    'two tabs with one label': validFiles.set('club.list.tabs', [{ label: '全部' }, { label: '全部' }]).gives(`
      S217 club: list.tabs[1].label cannot be '全部': another tab has this label.
        Use fields of list.filters with the match 'in' or 'exact', values of these fields, and one label for each tab.`),
    'tab of a field of another record': withView
      .add('clubQuery.list.filters', 'ApplyCode.States')
      .set('clubQuery.list.tabs', [
        { label: '全部' },
        { label: '委託單位啟用', where: { 'ApplyCode.States': ['Active'] } },
      ])
      .gives(`
      S217 clubQuery: list.tabs[1].where.ApplyCode.States cannot set 'ApplyCode.States': it is a field of another record.
        Use fields of list.filters with the match 'in' or 'exact', values of these fields, and one label for each tab.`),
    'tab with the label of an option': validFiles
      .add('club.list.filters', 'State')
      .set('club.list.tabs', [{ label: '啟用' }, { each: 'State' }])
      .gives(`
      S217 club: list.tabs[1].each cannot be 'State': another tab has the label '啟用' of an option.
        Use fields of list.filters with the match 'in' or 'exact', values of these fields, and one label for each tab.`),
    'option with the label of the first tab': validFiles
      .add('club.list.filters', 'Kinds')
      .set('club.fields.Kinds.options', { A: '全部', B: '乙' })
      .set('club.list.tabs', 'Kinds')
      .gives(`
      S217 club: list.tabs cannot be 'Kinds': another tab has the label '全部' of an option.
        Use fields of list.filters with the match 'in' or 'exact', values of these fields, and one label for each tab.`),
  },
  S219: {
    silent: validFiles.add('club.list.filters', 'State').set('club.list.views', [
      {
        label: '使用中',
        where: { State: 'Active' },
        sort: '-ClubName',
        columns: ['ClubName'],
        opensFor: ['CustomerMaker'],
      },
      { label: '全部', opensFor: ['CustomerChecker'] },
    ]),
    'values, columns, names and roles': validFiles
      .add('club.list.filters', 'State')
      .set('club.list.views', [
        { label: '使用中', where: { State: 'Activ' }, sort: '-ClubNaem', opensFor: ['CustomerMaker'] },
        { label: '使用中', columns: ['UpdateTime'], opensFor: ['CustomerChecker', 'CustomerMaker'] },
      ])
      .gives(`
      S219 club: list.views[0].where.State is 'Activ', which is not a value of 'State'.
        Did you mean 'Active'?
      S219 club: list.views[0].sort refers to 'ClubNaem', which is not a field of 'club'.
        Did you mean 'ClubName'?
      S219 club: list.views[1].label cannot be '使用中': another view has this name.
        Use filters with the match 'in' or 'exact', columns of the list, one name for each view, and one view for each role.
      S219 club: list.views[1].columns[0] cannot name 'UpdateTime': it is not a column.
        Use filters with the match 'in' or 'exact', columns of the list, one name for each view, and one view for each role.
      S219 club: list.views[1].opensFor[1] cannot name 'CustomerMaker': the list opens with another view for this role.
        Use filters with the match 'in' or 'exact', columns of the list, one name for each view, and one view for each role.`),
  },
  S213: {
    silent: validFiles
      .set('club.fields.Dues', { type: 'money', label: '會費' })
      .set('club.list.totals', ['Dues'])
      .set('club.list.totalRules', {
        except: [{ State: ['Inactive'], ClubName: 'filled' }],
        parts: [{ label: '使用中', where: { State: ['Active'] } }],
        note: '已停用的不計。',
      })
      .add('club.form[0].fields', 'Dues'),
    'rules without totals': validFiles.set('club.list.totalRules', { note: '全部計入。' }).gives(`
      S213 club: list.totalRules cannot be set without 'totals': there are no sums.
        Name fields of type money, or computed fields with "as": "money"; rules compare fields that have a column.`),
    'rules with unknown fields': validFiles
      .set('club.fields.YearFee', { type: 'money', label: '會費' })
      .set('club.list.totals', ['YearFee'])
      .set('club.list.totalRules', { except: [{ Sate: 'filled' }], negative: { Stat: ['Inactive'] } })
      .add('club.form[0].fields', 'YearFee')
      .gives(`
      S213 club: list.totalRules.except[0].Sate refers to 'Sate', which is not a field of 'club'.
        Did you mean 'State'?
      S213 club: list.totalRules.negative.Stat refers to 'Stat', which is not a field of 'club'.
        Did you mean 'State'?`),
    'total of a text': validFiles.set('club.list.totals', ['ClubName']).gives(`
      S213 club: list.totals[0] cannot add up 'ClubName': it is of type 'string'.
        Name fields of type money, or computed fields with "as": "money"; rules compare fields that have a column.`),
    'misspelled total': validFiles.set('club.list.totals', ['Duse']).gives(`
      S213 club: list.totals[0] refers to 'Duse', which is not a field of 'club'.
        Name fields of type money, or computed fields with "as": "money"; rules compare fields that have a column.`),
  },
} satisfies Cases

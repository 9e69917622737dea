import { type Cases, withReport } from './changed-files'

export const reportChecks = {
  S701: {
    silent: withReport.set('clubReport.report.period', { from: 'DateFrom', to: 'DateTo' }),
    'report with fields': withReport
      .set('clubReport.fields', {
        DateFrom: { type: 'date', label: '起日', required: true },
        DateTo: { type: 'date', label: '迄日', required: true },
        States: { type: 'enumList', enum: 'ActiveStatus', label: '狀態' },
      })
      .gives(`
      S701 clubReport at fields: 'fields' cannot be said of a report.
        A report says "parameters" and "report", and what only records have it leaves out.`),
    'report without its report': withReport.remove('clubReport.report').gives(`
      S701 clubReport at the top: a page of kind 'report' must say 'report'.
        A report says "parameters" and "report", and what only records have it leaves out.`),
  },
  S702: {
    silent: withReport
      .remove('clubReport.report.of')
      .remove('clubReport.report.where')
      .remove('clubReport.report.groupBy')
      .remove('clubReport.report.subtotals')
      .set('clubReport.report.call', 'Club.list')
      .set('clubReport.report.fields', { State: { type: 'string', label: '狀態', max: 10 }, Clubs: { type: 'integer', label: '社團數' } })
      .set('clubReport.report.columns', ['State', { field: 'Clubs', total: true }]),
    'misspelled call of a report': withReport
      .remove('clubReport.report.of')
      .remove('clubReport.report.where')
      .remove('clubReport.report.groupBy')
      .set('clubReport.report.call', 'Club.lists')
      .set('clubReport.report.fields', {
        State: { type: 'string', label: '狀態', max: 10 },
        ClubName: { type: 'string', label: '名稱', max: 20 },
        Clubs: { type: 'integer', label: '社團數' },
      })
      .set('clubReport.report.columns[2]', { field: 'Clubs', total: true })
      .gives(`
      S702 clubReport: report.call is 'Club.lists'; no such call is in src/contract/endpoints.ts.
        Did you mean 'Club.list'?`),
    'misspelled resource of a report': withReport.set('clubReport.report.of', 'clib').gives(`
      S702 clubReport: report.of refers to 'clib', which no schema file declares.
        Did you mean 'club'?`),
    'report of both': withReport.set('clubReport.report.call', 'Club.list').gives(`
      S702 clubReport at report.call: report cannot say both 'of' and 'call'.
        Say "of" with a resource, or "call" with a call of the contract and the "fields" of its rows.`),
    'report of nothing': withReport.remove('clubReport.report.of').gives(`
      S702 clubReport: report must say 'of' or 'call'.
        Say "of" with a resource, or "call" with a call of the contract and the "fields" of its rows.`),
  },
  S703: {
    silent: withReport.add('clubReport.report.where', { field: 'State', values: ['Active'] }, { field: 'ClubName', match: 'contains', values: ['棋'] }),
    'code from on': withReport.set('clubReport.report.where[2].match', 'from').gives(`
      S703 clubReport at report.where[2].match: report.where[2] cannot match 'from': 'State' is of type 'enum'.
        Name a field of the rows and a parameter of its kind, and match as that kind can be matched.`),
    'condition on no field': withReport.set('clubReport.report.where[2].field', 'Stat').gives(`
      S703 clubReport: report.where[2].field refers to 'Stat', which is not a field of 'club'.
        Did you mean 'State'?`),
    'condition without a value': withReport
      .remove('clubReport.parameters.States')
      .remove('clubReport.report.where[2].parameter')
      .gives(`
      S703 clubReport: report.where[2] must say either 'parameter' or 'values'.
        Name a field of the rows and a parameter of its kind, and match as that kind can be matched.`),
    'misspelled parameter': withReport.set('clubReport.report.where[0].parameter', 'DateForm').gives(`
      W921 clubReport: parameters.DateFrom narrows nothing: no condition of report.where names 'DateFrom'.
        Name it in a condition of report.where, or take it out.
      S703 clubReport: report.where[0].parameter refers to 'DateForm', which is not a field of 'clubReport'.
        Did you mean 'DateFrom'?`),
    'month from a day': withReport.add('clubReport.report.where', { field: 'StartDate', match: 'month', parameter: 'DateFrom' }).gives(`
      S703 clubReport at report.where[3].match: report.where[3] cannot match 'month' with 'DateFrom': it is of type 'date'.
        Name a field of the rows and a parameter of its kind, and match as that kind can be matched.`),
    'month of a month': withReport
      .set('clubReport.parameters.Month', { type: 'month', label: '月份' })
      .set('clubReport.report.dates', { StartMonth: { month: 'StartDate' } })
      .add('clubReport.report.where', { field: 'StartMonth', parameter: 'Month' })
      .gives(`
      S703 clubReport at report.where[3].field: report.where[3] cannot narrow 'StartMonth': it is made of 'StartDate'.
        Ask 'StartDate' itself; "match": "month" takes the days of a month.`),
    'month of a text': withReport
      .set('clubReport.parameters.Month', { type: 'month', label: '月份' })
      .add('clubReport.report.where', { field: 'ClubName', match: 'month', parameter: 'Month' })
      .gives(`
      S703 clubReport at report.where[3].match: report.where[3] cannot match 'month': 'ClubName' is of type 'string'.
        Name a field of the rows and a parameter of its kind, and match as that kind can be matched.`),
  },
  S704: {
    silent: withReport.set('clubReport.report.columns[2]', { name: 'Score', label: '分數', sum: 'Score' }),
    'average of a text': withReport.add('clubReport.report.columns', { name: 'Middle', label: '平均', average: 'ClubName' }).gives(`
      S704 clubReport: report.columns[3] cannot take the average of 'ClubName': it is of type 'string'.
        Amounts, percentages and whole numbers have an average.`),
    'column that is not grouped': withReport.set('clubReport.report.columns[1]', 'ClubCode').gives(`
      S704 clubReport: report.columns[1] cannot show 'ClubCode': the rows are grouped by other fields.
        A column is a field, or has a name and one figure of its group (sum, count, min, max, average) or a value; without "groupBy" a field or a value.`),
    'count without groups': withReport.remove('clubReport.report.groupBy').gives(`
      S704 clubReport: report.columns[2] cannot say 'count' without 'groupBy': there is one record in each row.
        A column is a field, or has a name and one figure of its group (sum, count, min, max, average) or a value; without "groupBy" a field or a value.`),
    'figure of an option that there is not': withReport.set('clubReport.report.columns[2].where', { State: ['Activ'] }).gives(`
      S704 clubReport: report.columns[2].where.State is 'Activ', which is not a value of 'State'.
        Did you mean 'Active'?`),
    'least of a text': withReport.add('clubReport.report.columns', { name: 'First', label: '最早', min: 'ClubName' }).gives(`
      S704 clubReport: report.columns[3] cannot take the least of 'ClubName': it is of type 'string'.
        Numbers, amounts, days and times have a least one.`),
    'misspelled column of a report': withReport.set('clubReport.report.columns[0]', 'Stats').gives(`
      S704 clubReport: report.columns[0] refers to 'Stats', which is not a field of 'club'.
        Did you mean 'State'?`),
    'sum and average': withReport.add('clubReport.report.columns', { name: 'Both', label: '分數', sum: 'Score', average: 'Score' }).gives(`
      S704 clubReport: report.columns[3] must say just one of 'field', 'sum', 'count', 'min', 'max', 'average' and 'value'.
        A column is a field, or has a name and one figure of its group (sum, count, min, max, average) or a value; without "groupBy" a field or a value.`),
    'sum of a text': withReport.add('clubReport.report.columns', { name: 'Names', label: '名稱', sum: 'ClubName' }).gives(`
      S704 clubReport: report.columns[3] cannot add up 'ClubName': it is of type 'string'.
        Amounts and whole numbers add up.`),
    'value named like a field': withReport.add('clubReport.report.columns', { name: 'Score', label: '占比', as: 'percent', value: { field: 'Clubs' } }).gives(`
      S704 clubReport: report.columns[3].name names 'Score' a second time.
        The rows have a field of that name.`),
    'value without a name': withReport.add('clubReport.report.columns', { label: '占比', as: 'percent', value: { field: 'Clubs' } }).gives(`
      S704 clubReport: report.columns[3] must say 'name'.
        A column is a field, or has a name and one figure of its group (sum, count, min, max, average) or a value; without "groupBy" a field or a value.`),
    'where beside a field': withReport.set('clubReport.report.columns[0]', { field: 'State', where: { State: ['Active'] } }).gives(`
      S704 clubReport at report.columns[0].where: report.columns[0] cannot say 'where' beside 'field'.
        A column is a field, or has a name and one figure of its group (sum, count, min, max, average) or a value; without "groupBy" a field or a value.`),
  },
  S705: {
    silent: withReport.set('clubReport.report.sort', ['ClubName', '-Clubs']),
    'grouped by a virtual field': withReport.add('clubReport.report.groupBy', 'Score').gives(`
      S705 clubReport: report.groupBy[2] cannot group by 'Score': it is virtual.
        Group by fields of the rows, and sort and subtotal by what the rows are grouped by.`),
    'sorted by a value': withReport
      .set('clubReport.report.sort', ['-Share'])
      .add('clubReport.report.columns', { name: 'Share', label: '占比', as: 'percent', value: { divide: [1, { field: 'Clubs' }] } })
      .gives(`
      S705 clubReport: report.sort[0] cannot be 'Share': it is worked out after the rows are in order.
        Group by fields of the rows, and sort and subtotal by what the rows are grouped by.`),
    'subtotal of another field': withReport.set('clubReport.report.subtotals[0]', 'ClubCode').gives(`
      S705 clubReport: report.subtotals[0] cannot be 'ClubCode': the rows are grouped by other fields.
        Group by fields of the rows, and sort and subtotal by what the rows are grouped by.`),
  },
  S706: {
    silent: withReport.set('clubReport.report.period', { from: 'DateFrom', to: 'DateTo', first: 'today' }),
    'period of a list': withReport.set('clubReport.report.period', { from: 'DateFrom', to: 'States', maxDays: 92 }).gives(`
      S706 clubReport: report.period.to cannot be 'States': it is of type 'enumList'.
        Name two parameters of type 'date'.`),
  },
  S707: {
    silent: withReport
      .set('clubReport.parameters.Month', { type: 'month', label: '月份' })
      .set('clubReport.report.dates', {
        StartMonth: { month: 'StartDate' },
        TrailMonth: { month: 'UpdateTime', label: '異動月份', calendar: 'roc' },
        TrailDay: { day: 'UpdateTime' },
      })
      .set('clubReport.report.sort', ['-StartMonth'])
      .add('clubReport.report.where', { field: 'UpdateTime', match: 'month', parameter: 'Month', when: { field: 'Month', empty: false } })
      .set('clubReport.report.groupBy', ['State', 'StartMonth', 'TrailMonth', 'TrailDay'])
      .set('clubReport.report.columns', ['StartMonth', 'TrailMonth', { count: true }]),
    'day of a day': withReport.set('clubReport.report.dates', { StartDay: { day: 'StartDate' } }).gives(`
      S707 clubReport: report.dates.StartDay cannot be the day of 'StartDate': it is of type 'date'.
        Make a month of a day or moment, or a day of a moment, under a name of its own.`),
    'misspelled day of a month': withReport.set('clubReport.report.dates', { StartMonth: { month: 'StartDay' } }).gives(`
      S707 clubReport: report.dates.StartMonth refers to 'StartDay', which is not a field of 'club'.
        Did you mean 'StartDate'?`),
    'month and day': withReport.set('clubReport.report.dates', { Start: { day: 'UpdateTime', month: 'UpdateTime' } }).gives(`
      S707 clubReport: report.dates.Start must say either 'month' or 'day'.
        Make a month of a day or moment, or a day of a moment, under a name of its own.`),
    'month named like a field': withReport.set('clubReport.report.dates', { Reason: { month: 'StartDate' } }).gives(`
      S707 clubReport: report.dates.Reason names 'Reason' a second time.
        The rows have a field of that name.`),
    'month of a text': withReport.set('clubReport.report.dates', { NameMonth: { month: 'ClubName' } }).gives(`
      S707 clubReport: report.dates.NameMonth cannot be the month of 'ClubName': it is of type 'string'.
        Make a month of a day or moment, or a day of a moment, under a name of its own.`),
  },
  S708: {
    silent: withReport.add(
      'clubReport.report.columns',
      { name: 'Live', label: '啟用', count: true, where: { State: ['Active'] } },
      { name: 'Share', label: '占比', as: 'percent', value: { divide: [{ field: 'Live' }, { field: 'Clubs' }] }, total: 'value' },
      { name: 'Text', label: '說明', as: 'string', value: { when: { field: 'State', is: 'Active' }, value: { field: 'ClubName' }, otherwise: '' } },
    ),
    'misspelled part of a value': withReport
      .add('clubReport.report.columns', { name: 'Share', label: '占比', as: 'percent', value: { divide: [1, { field: 'Club' }] } })
      .gives(`
      S708 clubReport: report.columns[3].value cannot look at 'Club': its line does not hold it.
        Did you mean 'Clubs'?`),
    'value of a list': withReport.add('clubReport.report.columns', { name: 'Share', label: '占比', as: 'percent', value: { sum: 'Lines.Amount' } }).gives(`
      S708 clubReport: report.columns[3].value cannot ask 'sum' of 'Lines.Amount': a line has no lists.
        Look at fields of the line and at columns that stand before it.`),
    'value of what comes later': withReport
      .add(
        'clubReport.report.columns',
        { name: 'Twice', label: '占比', as: 'percent', value: { field: 'Share' } },
        { name: 'Share', label: '占比', as: 'percent', value: { divide: [1, { field: 'Clubs' }] } },
      )
      .gives(`
      S708 clubReport: report.columns[3].value cannot look at 'Share': its line does not hold it.
        The column 'Share' stands behind it: put it before.`),
  },
  S709: {
    silent: withReport
      .remove('clubReport.report.groupBy')
      .remove('clubReport.report.subtotals')
      .set('clubReport.report.columns', [
        'ClubCode',
        { field: 'Score', total: 'average' },
        { field: 'StartDate', total: 'min' },
        { field: 'ClubName', total: 'count' },
        { name: 'Half', label: '一半', as: 'decimal', value: { divide: [{ field: 'Score' }, 2] }, total: true },
      ]),
    'anew without a value': withReport.set('clubReport.report.columns[0]', { field: 'State', total: 'value' }).gives(`
      S709 clubReport: report.columns[0].total cannot be 'value': the column has no expression.
        Say its 'value', or a total of another kind.`),
    'average of a text': withReport.set('clubReport.report.columns[1]', { field: 'ClubName', total: 'average' }).gives(`
      S709 clubReport: report.columns[1].total cannot take the average of 'ClubName': it is of type 'string'.
        Amounts, percentages and whole numbers have an average.`),
    'other total of a figure': withReport.set('clubReport.report.columns[2].total', 'max').gives(`
      S709 clubReport: report.columns[2].total cannot be 'max': the figure is another one.
        Leave it out: totals go on as the figure does. false = none.`),
  },
} satisfies Cases

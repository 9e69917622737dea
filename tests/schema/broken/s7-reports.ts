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
      S701 clubReport: fields cannot be set for a page of kind 'report'.
        A report has "parameters" and "report", and no settings of records.`),
    'report without its report': withReport.remove('clubReport.report').gives(`
      S701 clubReport at the top: a page of kind 'report' must have 'report'.
        A report has "parameters" and "report", and no settings of records.`),
  },
  S702: {
    silent: withReport
      .remove(
        'clubReport.report.of',
        'clubReport.report.where',
        'clubReport.report.groupBy',
        'clubReport.report.subtotals',
      )
      .set('clubReport.report.call', 'Club.list')
      .set('clubReport.report.fields', {
        State: { type: 'string', label: '狀態', max: 10 },
        Clubs: { type: 'integer', label: '社團數' },
      })
      .set('clubReport.report.columns', ['State', { field: 'Clubs', total: true }]),
    'misspelled call of a report': withReport
      .remove('clubReport.report.of', 'clubReport.report.where', 'clubReport.report.groupBy')
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
      S702 clubReport at report.call: report cannot have both 'of' and 'call'.
        Use "of" with a resource, or "call" with a call of the contract and the "fields" of its rows.`),
    'report of nothing': withReport.remove('clubReport.report.of').gives(`
      S702 clubReport: report must have 'of' or 'call'.
        Use "of" with a resource, or "call" with a call of the contract and the "fields" of its rows.`),
  },
  S703: {
    silent: withReport.add(
      'clubReport.report.where',
      { field: 'State', values: ['Active'] },
      { field: 'ClubName', match: 'contains', values: ['棋'] },
    ),
    'code from on': withReport.set('clubReport.report.where[2].match', 'from').gives(`
      S703 clubReport: report.where[2].match cannot be 'from': 'State' is of type 'enum'.
        Use a field of the rows, a parameter of its type, and a match that the type supports.`),
    'condition on no field': withReport.set('clubReport.report.where[2].field', 'Stat').gives(`
      S703 clubReport: report.where[2].field refers to 'Stat', which is not a field of 'club'.
        Did you mean 'State'?`),
    'condition without a value': withReport
      .remove('clubReport.parameters.States', 'clubReport.report.where[2].parameter')
      .gives(`
      S703 clubReport: report.where[2] must have either 'parameter' or 'values'.
        Use a field of the rows, a parameter of its type, and a match that the type supports.`),
    'misspelled parameter': withReport.set('clubReport.report.where[0].parameter', 'DateForm').gives(`
      S703 clubReport: report.where[0].parameter refers to 'DateForm', which is not a field of 'clubReport'.
        Did you mean 'DateFrom'?`),
    'month from a day': withReport
      .add('clubReport.report.where', { field: 'StartDate', match: 'month', parameter: 'DateFrom' })
      .gives(`
      S703 clubReport: report.where[3].match cannot be 'month': the parameter 'DateFrom' is of type 'date'.
        Use a field of the rows, a parameter of its type, and a match that the type supports.`),
    'month of a month': withReport
      .set('clubReport.parameters.Month', { type: 'month', label: '月份' })
      .set('clubReport.report.dates', { StartMonth: { month: 'StartDate' } })
      .add('clubReport.report.where', { field: 'StartMonth', parameter: 'Month' })
      .gives(`
      S703 clubReport: report.where[3].field cannot be 'StartMonth': it is derived from 'StartDate'.
        Use 'StartDate' itself; "match": "month" matches the days of a month.`),
    'month of a text': withReport
      .set('clubReport.parameters.Month', { type: 'month', label: '月份' })
      .add('clubReport.report.where', { field: 'ClubName', match: 'month', parameter: 'Month' })
      .gives(`
      S703 clubReport: report.where[3].match cannot be 'month': 'ClubName' is of type 'string'.
        Use a field of the rows, a parameter of its type, and a match that the type supports.`),
  },
  S704: {
    silent: withReport.set('clubReport.report.columns[2]', { name: 'Score', label: '分數', sum: 'Score' }),
    'average of a text': withReport
      .add('clubReport.report.columns', { name: 'Middle', label: '平均', average: 'ClubName' })
      .gives(`
      S704 clubReport: report.columns[3] cannot take the average of 'ClubName': it is of type 'string'.
        Amounts, percentages and whole numbers have an average.`),
    'column that is not grouped': withReport.set('clubReport.report.columns[1]', 'ClubCode').gives(`
      S704 clubReport: report.columns[1] cannot show 'ClubCode': the rows are grouped by other fields.
        A column is a field, or has a name and one aggregate (sum, count, min, max, average) or a value; without "groupBy" a field or a value.`),
    'count without groups': withReport.remove('clubReport.report.groupBy').gives(`
      S704 clubReport: report.columns[2] cannot have 'count' without 'groupBy': each row is one record.
        A column is a field, or has a name and one aggregate (sum, count, min, max, average) or a value; without "groupBy" a field or a value.`),
    'aggregate of an option that does not exist': withReport
      .set('clubReport.report.columns[2].where', { State: ['Activ'] })
      .gives(`
      S704 clubReport: report.columns[2].where.State[0] is 'Activ', which is not a value of 'State'.
        Did you mean 'Active'?`),
    'least of a text': withReport
      .add('clubReport.report.columns', { name: 'First', label: '最早', min: 'ClubName' })
      .gives(`
      S704 clubReport: report.columns[3] cannot take the minimum of 'ClubName': it is of type 'string'.
        Numbers, amounts, dates and times have a minimum.`),
    'misspelled column of a report': withReport.set('clubReport.report.columns[0]', 'Stats').gives(`
      S704 clubReport: report.columns[0] refers to 'Stats', which is not a field of 'club'.
        Did you mean 'State'?`),
    'sum and average': withReport
      .add('clubReport.report.columns', { name: 'Both', label: '分數', sum: 'Score', average: 'Score' })
      .gives(`
      S704 clubReport: report.columns[3] must have exactly one of 'field', 'sum', 'count', 'min', 'max', 'average', 'value'.
        A column is a field, or has a name and one aggregate (sum, count, min, max, average) or a value; without "groupBy" a field or a value.`),
    'sum of a text': withReport
      .add('clubReport.report.columns', { name: 'Names', label: '名稱', sum: 'ClubName' })
      .gives(`
      S704 clubReport: report.columns[3] cannot add up 'ClubName': it is of type 'string'.
        Amounts and whole numbers can be added up.`),
    'value named like a field': withReport
      .add('clubReport.report.columns', { name: 'Score', label: '占比', as: 'percent', value: { field: 'Clubs' } })
      .gives(`
      S704 clubReport: report.columns[3].name repeats 'Score'.
        The rows already have a field of that name.`),
    'value without a name': withReport
      .add('clubReport.report.columns', { label: '占比', as: 'percent', value: { field: 'Clubs' } })
      .gives(`
      S704 clubReport: report.columns[3] must have 'name'.
        A column is a field, or has a name and one aggregate (sum, count, min, max, average) or a value; without "groupBy" a field or a value.`),
    'where beside a field': withReport
      .set('clubReport.report.columns[0]', { field: 'State', where: { State: ['Active'] } })
      .gives(`
      S704 clubReport: report.columns[0].where cannot be combined with 'field'.
        A column is a field, or has a name and one aggregate (sum, count, min, max, average) or a value; without "groupBy" a field or a value.`),
  },
  S705: {
    silent: withReport.set('clubReport.report.sort', ['ClubName', '-Clubs']),
    'grouped by a virtual field': withReport.add('clubReport.report.groupBy', 'Score').gives(`
      S705 clubReport: report.groupBy[2] cannot group by 'Score': it is virtual.
        Group by fields of the rows; sort and subtotal by the fields of the groups.`),
    'sorted by a value': withReport
      .set('clubReport.report.sort', ['-Share'])
      .add('clubReport.report.columns', {
        name: 'Share',
        label: '占比',
        as: 'percent',
        value: { divide: [1, { field: 'Clubs' }] },
      })
      .gives(`
      S705 clubReport: report.sort[0] cannot be 'Share': it is computed after the rows have been sorted.
        Group by fields of the rows; sort and subtotal by the fields of the groups.`),
    'subtotal of another field': withReport.set('clubReport.report.subtotals[0]', 'ClubCode').gives(`
      S705 clubReport: report.subtotals[0] cannot be 'ClubCode': the rows are grouped by other fields.
        Group by fields of the rows; sort and subtotal by the fields of the groups.`),
  },
  S706: {
    silent: withReport.set('clubReport.report.period', { from: 'DateFrom', to: 'DateTo', first: 'today' }),
    'period of a list': withReport
      .set('clubReport.report.period', { from: 'DateFrom', to: 'States', maxDays: 92 })
      .gives(`
      S706 clubReport: report.period.to cannot be 'States': it is of type 'enumList'.
        Use two parameters of type 'date'.`),
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
      .add('clubReport.report.where', {
        field: 'UpdateTime',
        match: 'month',
        parameter: 'Month',
        when: { field: 'Month', empty: false },
      })
      .set('clubReport.report.groupBy', ['State', 'StartMonth', 'TrailMonth', 'TrailDay'])
      .set('clubReport.report.columns', ['StartMonth', 'TrailMonth', { count: true }]),
    'day of a day': withReport.set('clubReport.report.dates', { StartDay: { day: 'StartDate' } }).gives(`
      S707 clubReport: report.dates.StartDay cannot be the day of 'StartDate': it is of type 'date'.
        Derive a month from a date or datetime field, or a day from a datetime field, under a unique name.`),
    'misspelled day of a month': withReport
      .set('clubReport.report.dates', { StartMonth: { month: 'StartDay' } })
      .gives(`
      S707 clubReport: report.dates.StartMonth refers to 'StartDay', which is not a field of 'club'.
        Did you mean 'StartDate'?`),
    'month and day': withReport
      .set('clubReport.report.dates', { Start: { day: 'UpdateTime', month: 'UpdateTime' } })
      .gives(`
      S707 clubReport: report.dates.Start must have either 'month' or 'day'.
        Derive a month from a date or datetime field, or a day from a datetime field, under a unique name.`),
    'month named like a field': withReport.set('clubReport.report.dates', { Reason: { month: 'StartDate' } }).gives(`
      S707 clubReport: report.dates.Reason repeats 'Reason'.
        The rows already have a field of that name.`),
    'month of a text': withReport.set('clubReport.report.dates', { NameMonth: { month: 'ClubName' } }).gives(`
      S707 clubReport: report.dates.NameMonth cannot be the month of 'ClubName': it is of type 'string'.
        Derive a month from a date or datetime field, or a day from a datetime field, under a unique name.`),
  },
  S708: {
    silent: withReport.add(
      'clubReport.report.columns',
      { name: 'Live', label: '啟用', count: true, where: { State: ['Active'] } },
      {
        name: 'Share',
        label: '占比',
        as: 'percent',
        value: { divide: [{ field: 'Live' }, { field: 'Clubs' }] },
        total: 'value',
      },
      {
        name: 'Text',
        label: '說明',
        as: 'string',
        value: { when: { field: 'State', is: 'Active' }, value: { field: 'ClubName' }, otherwise: '' },
      },
    ),
    'misspelled part of a value': withReport
      .add('clubReport.report.columns', {
        name: 'Share',
        label: '占比',
        as: 'percent',
        value: { divide: [1, { field: 'Club' }] },
      })
      .gives(`
      S708 clubReport: report.columns[3].value cannot use 'Club': its line does not contain it.
        Did you mean 'Clubs'?`),
    'value of a list': withReport
      .add('clubReport.report.columns', { name: 'Share', label: '占比', as: 'percent', value: { sum: 'Lines.Amount' } })
      .gives(`
      S708 clubReport: report.columns[3].value cannot use 'sum' on 'Lines.Amount': a line has no lists.
        Use fields of the line and columns before this one.`),
    'value of what comes later': withReport
      .add(
        'clubReport.report.columns',
        { name: 'Twice', label: '占比', as: 'percent', value: { field: 'Share' } },
        { name: 'Share', label: '占比', as: 'percent', value: { divide: [1, { field: 'Clubs' }] } },
      )
      .gives(`
      S708 clubReport: report.columns[3].value cannot use 'Share': its line does not contain it.
        Move the column 'Share' before this one.`),
  },
  S709: {
    silent: withReport
      .remove('clubReport.report.groupBy', 'clubReport.report.subtotals')
      .set('clubReport.report.columns', [
        'ClubCode',
        { field: 'Score', total: 'average' },
        { field: 'StartDate', total: 'min' },
        { field: 'ClubName', total: 'count' },
        { name: 'Half', label: '一半', as: 'decimal', value: { divide: [{ field: 'Score' }, 2] }, total: true },
      ]),
    'anew without a value': withReport.set('clubReport.report.columns[0]', { field: 'State', total: 'value' }).gives(`
      S709 clubReport: report.columns[0].total cannot be 'value': the column has no expression.
        Add 'value' to the column, or choose another total.`),
    'average of a text': withReport.set('clubReport.report.columns[1]', { field: 'ClubName', total: 'average' }).gives(`
      S709 clubReport: report.columns[1].total cannot take the average of 'ClubName': it is of type 'string'.
        Amounts, percentages and whole numbers have an average.`),
    'other total of an aggregate': withReport.set('clubReport.report.columns[2].total', 'max').gives(`
      S709 clubReport: report.columns[2].total cannot be 'max': the column has 'count'.
        Remove "total" for the default total, or set it to false for no total.`),
  },
} satisfies Cases

import { type Cases, validFiles, withComputedReport, withReport } from './changed-files'

export const reportChecks = {
  S701: {
    silent: withReport.set('clubReport.report', {}),
    'report with a form': withReport.set('clubReport.form', [{ title: '社團', fields: ['ClubCode'] }]).gives(`
      S701 clubReport: form cannot be set for a page of kind 'report'.
        A report has "list" and "report", and no settings of forms.`),
    'report with tabs': withReport.set('clubReport.list.tabs', 'State').gives(`
      S701 clubReport: list.tabs cannot be set for a page of kind 'report'.
        A report has "list" and "report", and no settings of forms.`),
    'report without its list': withReport.remove('clubReport.list').gives(`
      S701 clubReport at the top: a page of kind 'report' must have 'list'.
        A report has "list" and "report", and no settings of forms.`),
    'parameters of another page': validFiles
      .set('club.parameters', { Year: { type: 'integer', label: '年度' } })
      .gives(`
      S701 club: parameters cannot be set for a page of kind 'records'.
        A report has "list" and "report", and no settings of forms.`),
  },
  S702: {
    silent: withComputedReport.remove('clubSums.report.calls'),
    'report of nothing': withReport
      .remove('clubReport.of', 'clubReport.where')
      .set('clubReport.list', {})
      .set('clubReport.report', {})
      .gives(`
      S702 clubReport at the top: a report must have 'of' or 'fields'.
        Use "of" with a resource, or "fields", "key" and "parameters" of rows that the server computes.`),
    'report of both': withReport
      .set('clubReport.fields', { Clubs: { type: 'integer', label: '社團數' } })
      .set('clubReport.key', ['Clubs'])
      .gives(`
      S702 clubReport: fields cannot be combined with 'of': the rows are records of that resource.
        Use "of" with a resource, or "fields", "key" and "parameters" of rows that the server computes.
      S702 clubReport: key cannot be combined with 'of': the rows are records of that resource.
        Use "of" with a resource, or "fields", "key" and "parameters" of rows that the server computes.
      S114 clubReport: key[0] refers to 'Clubs', which is not a field of 'clubReport'.
        Did you mean 'ClubNo'?`),
    'rows without a key': withComputedReport.remove('clubSums.key').gives(`
      S702 clubSums at the top: a report with 'fields' must have 'key'.
        Use "of" with a resource, or "fields", "key" and "parameters" of rows that the server computes.`),
    'rows with a condition': withComputedReport.set('clubSums.where', { State: ['Active'] }).gives(`
      S702 clubSums: where cannot be set without 'of'.
        Use "of" with a resource, or "fields", "key" and "parameters" of rows that the server computes.`),
  },
  S703: {
    silent: withReport.set('clubReport.report.subtotals', ['State', 'StartDate']),
    'misspelled subtotal': withReport.set('clubReport.report.subtotals', ['Stat']).gives(`
      S703 clubReport: report.subtotals[0] refers to 'Stat', which is not a field of 'clubReport'.
        Did you mean 'State'?`),
    'subtotal of a list': withReport.set('clubReport.report.subtotals', ['Kinds']).gives(`
      S703 clubReport: report.subtotals[0] cannot be 'Kinds': it is of type 'enumList'.
        Use fields of the rows with one value.`),
    'subtotal of another record': withReport
      .add('clubReport.list.columns', 'Parent.ClubNo')
      .set('clubReport.report.subtotals', ['Parent.ClubNo'])
      .gives(`
      S215 clubReport: list.columns[4] cannot name 'Parent.ClubNo': 'ClubNo' has the same name.
        Responses and query parameters have the field's own name, so each name can be used once.
      S703 clubReport: report.subtotals[0] cannot be 'Parent.ClubNo': it is a field of another record.
        Use fields of the rows with one value.`),
  },
  S704: {
    silent: withComputedReport.set('clubSums.report.totals', [{ label: '合計' }]),
    'misspelled part': withComputedReport.set('clubSums.report.totals[1].part', '有校').gives(`
      S704 clubSums: report.totals[1].part is '有校', which is not a part of list.totalRules.
        Did you mean '有效'?`),
  },
  S705: {
    silent: withComputedReport.remove('clubSums.report.calls.of.Full.subtotals'),
    'misspelled call of a form': withComputedReport.set('clubSums.report.calls.of.Full.call', 'Bank.ClubSum').gives(`
      S705 clubSums: report.calls.of.Full.call is 'Bank.ClubSum'; no such call is in src/contract.
        Did you mean 'Bank.ClubSums'?`),
    'call of another page': withComputedReport.set('clubSums.report.calls.of.Short.call', 'Bank.ClubQuery').gives(`
      S705 clubSums: report.calls.of.Short.call cannot be 'Bank.ClubQuery': it returns no list of this page.
        Name a call of src/contract/endpoints.ts that returns a list of this page, and fields of the file.`),
    'misspelled column of a form': withComputedReport.set('clubSums.report.calls.of.Short.columns[0]', 'Stat').gives(`
      S705 clubSums: report.calls.of.Short.columns[0] refers to 'Stat', which is not a field of 'clubSums'.
        Did you mean 'State'?`),
  },
  S706: {
    silent: withReport.set('clubReport.report.lines.page', 'member'),
    'misspelled page of lines': withReport.set('clubReport.report.lines.page', 'clib').gives(`
      S706 clubReport: report.lines.page refers to 'clib', which no schema file declares.
        Did you mean 'club'?`),
    'lines on a page without a list': withReport.set('clubReport.report.lines.page', 'later').gives(`
      S706 clubReport: report.lines.page cannot be 'later': it has no list.
        Name a page of kind 'records' or 'view'.`),
  },
  S707: {
    silent: withReport.set('clubReport.report.labels', { State: '狀況' }),
    'heading of no field': withReport.set('clubReport.report.labels', { Nam: '名稱' }).gives(`
      S707 clubReport: report.labels.Nam refers to 'Nam', which is not a field of 'clubReport'.
        Use names of fields.`),
  },
  S708: {
    silent: withComputedReport.set('clubSums.list.sort', '-State'),
    'parameter as a column': withComputedReport.add('clubSums.list.columns', 'Year').gives(`
      S708 clubSums: list.columns[4] cannot be 'Year': it is a parameter, and rows do not have it.
        Use fields of the rows.`),
    'order by a parameter': withComputedReport.set('clubSums.list.sort', 'Year').gives(`
      S708 clubSums: list.sort cannot be 'Year': it is a parameter, and rows do not have it.
        Use fields of the rows.`),
  },
} satisfies Cases

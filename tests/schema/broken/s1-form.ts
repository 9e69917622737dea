import { type Cases, validFiles, withField, withImport, withReport } from './changed-files'

export const formChecks = {
  S101: {
    silent: validFiles.set('later.$schema', 'x'),
    'list instead of an object': validFiles.set('club', []).gives(`
      S101 club at the top: the file must contain one JSON object.
        A file is one JSON object: keys and texts in double quotation marks, commas between entries, no trailing comma and no comments.`),
    'text instead of an object': validFiles.set('later', '"以後"').gives(`
      S101 later at the top: the file must contain one JSON object.
        A file is one JSON object: keys and texts in double quotation marks, commas between entries, no trailing comma and no comments.`),
  },
  S102: {
    silent: validFiles.set('club.page', true),
    'key is a number': validFiles.set('club.key', 7).gives(`
      S102 club: key must be a text or a list that is not empty.
        The field or fields that identify a record. Default: SerialId.`),
    'bound is true': validFiles.set('club.fields.EndDate.maxYears', true).gives(`
      S102 club: fields.EndDate.maxYears must be {"years", "field"} or a whole number of at least 1.
        Maximum number of years after the field in min, or {"years": …, "field": "…"} for another field.`),
    'step that does not exist': validFiles.set('club.actions.Remind.afterwards', 'somewhere else').gives(`
      S102 club: actions.Remind.afterwards is 'somewhere else', which is not a step after an action.
        Known names: 'refresh', 'list', 'download'. Also possible: {"page"}.`),
    'value set from a list': validFiles.set('club.actions.Close.set.Reason', ['x']).gives(`
      S102 club: actions.Close.set.Reason must be {"clock"}, {"session"}, {"input"}, a text, a number, true, false or null.
        The values to write, by field: a value, {"input"}, {"clock"} or {"session"}. Excludes call.`),
    'condition is a text': validFiles.set('club.fields.Reason.shownWhen', 'State').gives(`
      S102 club: fields.Reason.shownWhen must be {"all"}, {"any"}, {"not"}, {"role"}, {"field", "is"}, {"field", "in"}, {"field", "has"}, {"field", "empty"}, {"field", "atLeast"}, {"field", "atMost"} or {"field", "user"}.
        The field is shown only while this holds; a hidden field is not required, not sent, and cleared.`),
    'action at no place': validFiles.set('club.actions.Close.on', 'rows').gives(`
      S102 club: actions.Close.on is 'rows', which is not a place of an action.
        Did you mean 'row'?`),
    'action of no role': validFiles.set('club.actions.Close.roles', ['CustomerAdmim']).gives(`
      S102 club: actions.Close.roles[0] is 'CustomerAdmim', which is not a role.
        Did you mean 'CustomerAdmin'?`),
    'condition of no role': validFiles.set('club.fields.Reason.requiredWhen', { role: ['Manager'] }).gives(`
      S102 club: fields.Reason.requiredWhen.role[0] is 'Manager', which is not a role.
        Known names: 'CustomerAdmin', 'CustomerMaker', 'CustomerChecker', 'CustomerViewer', 'BankOperator', 'BankViewer'.`),
    'default of no user': validFiles.set('club.fields.ClubName.default', { user: 'mail' }).gives(`
      S102 club: fields.ClubName.default.user is 'mail', which is not id or name.
        Known names: 'id', 'name'.`),
    'empty list of columns': validFiles.set('club.list.columns', []).gives(`
      S102 club: list.columns must be a list that is not empty.
        Columns in display order. Default: every short field that list rows contain.`),
    'expression of three': validFiles
      .set('club.fields.Score', { type: 'computed', as: 'money', label: '分數', value: { subtract: [1, 2, 3] } })
      .gives(`
      S102 club: fields.Score.value.subtract must be a list of 2 entries.
        The first minus the second.`),
    'field is text': validFiles
      .remove('club.actions')
      .set('club.fields.ClubName', 'text')
      .gives(`
      S102 club: fields.ClubName must be an object.
        The fields by name.`),
    'import of too many rows': withImport.set('club.import.maxRows', 100001).gives(`
      S102 club: import.maxRows must be a whole number from 1 to 100000.
        Maximum number of rows in a file. Default: 1000.`),
    'label is blank': validFiles.set('club.label', ' ').gives(`
      S102 club: label must be a text.
        Name of the page, in zh-TW.`),
    'length of none': validFiles.set('club.fields.ClubName.max', 0).gives(`
      S102 club: fields.ClubName.max must be a whole number of at least 1.
        Maximum number of characters (Unicode code points).`),
    'misspelled format': withReport.set('clubReport.report.formats[0]', 'xls').gives(`
      S102 clubReport: report.formats[0] is 'xls', which is not a format.
        Did you mean 'Xlsx'?`),
    'misspelled menu group': validFiles.set('club.menu.group', 'basics').gives(`
      S102 club: menu.group is 'basics', which is not a menu group.
        Did you mean 'basic'?`),
    'misspelled period of a report': withReport.set('clubReport.report.first', 'thisMoth').gives(`
      S102 clubReport: report.first is 'thisMoth', which is not a period.
        Did you mean 'thisMonth'?`),
    'option without text': validFiles.set('club.fields.Kinds.options.B', ' ').gives(`
      S102 club: fields.Kinds.options.B must be a text.
        Codes and their zh-TW labels, where the domain has no enum for them; "layouts": the names and labels of the files in schemas/layouts.`),
    'page is text': validFiles.set('club.page', 'no').gives(`
      S102 club: page must be true or false.
        false: the resource has a table, an API and references, but no page.`),
    'percentage of five decimals': withField('Rate', { type: 'percent', label: '費率', decimals: 5 }).gives(`
      S102 club: fields.Rate.decimals must be a whole number from 0 to 4.
        Digits after the decimal point. Default: 2.`),
  },
  S103: {
    silent: validFiles.set('club.fields.ClubName.help', 'x'),
    'action with unknown key': validFiles.set('club.actions.Remind.then', 'list').gives(`
      S103 club at actions.Remind.then: actions.Remind has the unknown key 'then'.
        Operations on records besides the standard ones, by a name in PascalCase.`),
    'condition of two questions': validFiles
      .set('club.fields.Reason.shownWhen', { field: 'State', is: 'Inactive', empty: false })
      .gives(`
      S103 club at fields.Reason.shownWhen.empty: fields.Reason.shownWhen cannot have both 'is' and 'empty'.
        Use {"all"}, {"any"}, {"not"}, {"role"}, {"field", "is"}, {"field", "in"}, {"field", "has"}, {"field", "empty"}, {"field", "atLeast"}, {"field", "atMost"} or {"field", "user"}.`),
    'misspelled default': validFiles.set('club.fields.ClubNo.default', { sequense: '{0000}' }).gives(`
      S103 club at fields.ClubNo.default.sequense: fields.ClubNo.default has the unknown key 'sequense'.
        Did you mean 'sequence'?`),
    'misspelled key that is required': validFiles.rename('club.fields.ClubName.label', 'lable').gives(`
      S103 club at fields.ClubName.lable: fields.ClubName has the unknown key 'lable'.
        Did you mean 'label'?`),
    'misspelled expression': validFiles
      .set('club.fields.Score', { type: 'computed', as: 'money', label: '分數', value: { summ: 'Lines.Amount' } })
      .gives(`
      S103 club at fields.Score.value.summ: fields.Score.value has the unknown key 'summ'.
        Did you mean 'sum'?`),
    'misspelled key': validFiles.set('club.fields.ClubName.lable', 'x').gives(`
      S103 club at fields.ClubName.lable: fields.ClubName has the unknown key 'lable'.
        Did you mean 'label'?`),
    'misspelled key of a filter': validFiles.set('club.list.filters[1].macth', 'range').gives(`
      S103 club at list.filters[1].macth: list.filters[1] has the unknown key 'macth'.
        Did you mean 'match'?`),
    'misspelled key of a report': withReport.rename('clubReport.report.subtotals', 'subtotal').gives(`
      S103 clubReport at report.subtotal: report has the unknown key 'subtotal'.
        Did you mean 'subtotals'?`),
    'misspelled key of an import': withImport
      .set('club.import.column', [
        'ApplyCode',
        { field: 'ClubCode', aliases: ['社團代號'], sample: 'CHESS' },
        'ClubName',
        'State',
        { field: 'StartDate', format: 'roc' },
      ])
      .gives(`
      S103 club at import.column: import has the unknown key 'column'.
        Did you mean 'columns'?`),
    'misspelled question': validFiles.set('club.fields.Reason.shownWhen', { field: 'State', equals: 'x' }).gives(`
      S103 club at fields.Reason.shownWhen.equals: fields.Reason.shownWhen has the unknown key 'equals'.
        Known names: 'all', 'any', 'not', 'role', 'field', 'is', 'in', 'has', 'empty', 'atLeast', 'atMost', 'user'.`),
    'misspelled section': validFiles.set('club.lists', {}).gives(`
      S103 club at lists: the file has the unknown key 'lists'.
        Did you mean 'list'?`),
  },
  S104: {
    silent: validFiles.set('club.fields.ClubName.max', 1),
    'computed without value': validFiles
      .set('club.fields.Score', { type: 'computed', as: 'money', label: '分數' })
      .gives(`
      S104 club: fields.Score must have 'value'.
        The expression.`),
    'condition without question': validFiles.remove('club.fields.Reason.shownWhen.is').gives(`
      S104 club: fields.Reason.shownWhen must have 'is', 'in', 'has', 'empty', 'atLeast', 'atMost' or 'user'.
        Use {"field", "is"}, {"field", "in"}, {"field", "has"}, {"field", "empty"}, {"field", "atLeast"}, {"field", "atMost"} or {"field", "user"}.`),
    'field without label': validFiles.remove('club.fields.ClubName.label').gives(`
      S104 club: fields.ClubName must have 'label'.
        Label for users, in zh-TW.`),
    'field without type': validFiles.remove('club.fields.ClubName.type').gives(`
      S104 club: fields.ClubName must have 'type'.
        The fields by name.`),
    'import without columns': withImport.remove('club.import.columns').gives(`
      S104 club: import must have 'columns'.
        Columns in the order of the template: the name of a field, or {"field", "title", "aliases", "required", "format", "sample"}.`),
    'missing max': validFiles.remove('club.fields.ClubName.max').gives(`
      S104 club: fields.ClubName must have 'max'.
        Maximum number of characters (Unicode code points).`),
    'no label': validFiles.remove('club.label').gives(`
      S104 club at the top: the file must have 'label'.
        Name of the page, in zh-TW.`),
    'reference without to': validFiles.remove('club.fields.Parent.to').gives(`
      S104 club: fields.Parent must have 'to'.
        The referenced resource: the name of its file.`),
    'rule without message': validFiles
      .set('club.rules', [{ require: { field: 'EndDate', empty: false }, at: 'EndDate' }])
      .gives(`
      S104 club: rules[0] must have 'message'.
        The message for records that break the rule, in zh-TW: a whole sentence that says what to do.`),
  },
} satisfies Cases

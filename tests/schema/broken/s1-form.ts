import { type Cases, sound, withImport, withReport } from './changed-files'

export const formChecks = {
  S101: {
    silent: sound.set('later.$schema', 'x'),
  },
  S102: {
    silent: sound.set('club.page', true),
    'action at no place': sound.set('club.actions.Close.on', 'rows').gives(`
      S102 club: actions.Close.on is 'rows', which is not a place of an action.
        Did you mean 'row'?`),
    'action of no role': sound.set('club.actions.Close.roles', ['CustomerAdmim']).gives(`
      S102 club: actions.Close.roles[0] is 'CustomerAdmim', which is not a role.
        Did you mean 'CustomerAdmin'?`),
    'condition of no role': sound.set('club.fields.Reason.requiredWhen', { role: ['Manager'] }).gives(`
      S102 club: fields.Reason.requiredWhen.role[0] is 'Manager', which is not a role.
        Known are 'CustomerAdmin', 'CustomerMaker', 'CustomerChecker', 'CustomerViewer', 'BankOperator', 'BankViewer'.`),
    'default of no user': sound.set('club.fields.ClubName.default', { user: 'mail' }).gives(`
      S102 club: fields.ClubName.default.user is 'mail', which is not id or name.
        Known are 'id', 'name'.`),
    'empty list of columns': sound.set('club.list.columns', []).gives(`
      S102 club: list.columns must be a list that is not empty.
        Columns in their order. Absent: every field that list rows carry and that is short.`),
    'expression of three': sound.set('club.fields.Score', { type: 'computed', as: 'money', label: '分數', value: { subtract: [1, 2, 3] } }).gives(`
      S102 club: fields.Score.value.subtract must be a list of 2.
        The first less the second.`),
    'field is text': sound
      .remove('club.actions')
      .set('club.fields.ClubName', 'text')
      .gives(`
      S114 club: display refers to 'ClubName', which is not a field of 'club'.
        Name fields of this file, in their own spelling.
      S501 club at fields: no field keeps the column 'club_name', which holds 3 values.
        Has a field got another name? Say "was", and its data move along. Else save what is needed and drop the column by hand.
      S102 club: fields.ClubName must be an object.
        The fields by name.
      S201 club: list.columns[1] refers to 'ClubName', which is not a field of 'club'.
        Columns are fields that list rows carry: short ones that do not say "detailOnly".
      S205 club: list.mobile.primary refers to 'ClubName', which is not a field of 'club'.
        Name fields of this file.
      S206 club: list.search[0] refers to 'ClubName', which is not a field of 'club'.
        Name texts, numbers or references.
      S207 club: form[0].fields[2] refers to 'ClubName', which is not a field of 'club'.
        Name fields of this file.`),
    'import of too many rows': withImport.set('club.import.maxRows', 100001).gives(`
      S102 club: import.maxRows must be a whole number from 1 to 100000.
        Most rows of a file; 1000 when absent.`),
    'label is blank': sound.set('club.label', ' ').gives(`
      S102 club: label must be a text.
        Name of the page, in zh-TW.`),
    'length of none': sound.set('club.fields.ClubName.max', 0).gives(`
      S102 club: fields.ClubName.max must be a whole number from 1 on.
        Most characters, counted as people count them.`),
    'misspelled format': withReport.set('clubReport.report.formats[0]', 'xls').gives(`
      S102 clubReport: report.formats[0] is 'xls', which is not a format.
        Did you mean 'xlsx'?`),
    'misspelled menu group': sound.set('club.menu.group', 'basics').gives(`
      S102 club: menu.group is 'basics', which is not a menu group.
        Did you mean 'basic'?`),
    'misspelled total': withReport.set('clubReport.report.columns[2].total', 'avarage').gives(`
      S102 clubReport: report.columns[2].total is 'avarage', which is not a kind of total.
        Did you mean 'average'?`),
    'option without text': sound.set('club.fields.Kinds.options.B', ' ').gives(`
      S102 club: fields.Kinds.options.B must be a text.
        Codes and their zh-TW labels, where the domain has no enum for them.`),
    'page is text': sound.set('club.page', 'no').gives(`
      S102 club: page must be true or false.
        false: table, API and references without a page.`),
    'percentage of five decimals': sound
      .set('club.fields.Rate', { type: 'percent', label: '費率', decimals: 5 })
      .add('club.form[0].fields', 'Rate')
      .gives(`
      S102 club: fields.Rate.decimals must be a whole number from 0 to 4.
        Digits after the point; 2 when absent.`),
  },
  S103: {
    silent: sound.set('club.fields.ClubName.help', 'x'),
    'action with unknown key': sound.set('club.actions.Remind.then', 'list').gives(`
      S103 club at actions.Remind.then: actions.Remind has the key 'then', which the schema language does not know.
        What can be done with records beside writing them, by a name in PascalCase.`),
    'misspelled expression': sound.set('club.fields.Score', { type: 'computed', as: 'money', label: '分數', value: { summ: 'Lines.Amount' } }).gives(`
      S104 club: fields.Score.value must say 'field'.
        The value of a field.
      S103 club at fields.Score.value.summ: fields.Score.value has the key 'summ', which the schema language does not know.
        Known are 'field'.`),
    'misspelled key': sound.set('club.fields.ClubName.lable', 'x').gives(`
      S103 club at fields.ClubName.lable: fields.ClubName has the key 'lable', which the schema language does not know.
        Did you mean 'label'?`),
    'misspelled key of a filter': sound.set('club.list.filters[1].macth', 'range').gives(`
      S103 club at list.filters[1].macth: list.filters[1] has the key 'macth', which the schema language does not know.
        Did you mean 'match'?`),
    'misspelled key of a month': withReport.set('clubReport.report.dates', { StartMonth: { moth: 'StartDate', month: 'StartDate' } }).gives(`
      S103 clubReport at report.dates.StartMonth.moth: report.dates.StartMonth has the key 'moth', which the schema language does not know.
        Did you mean 'month'?`),
    'misspelled key of an import': withImport
      .set('club.import.column', [
        'ApplyCode',
        { field: 'ClubCode', aliases: ['社團代號'], sample: 'CHESS' },
        'ClubName',
        'State',
        { field: 'StartDate', format: 'roc' },
      ])
      .gives(`
      S103 club at import.column: import has the key 'column', which the schema language does not know.
        Did you mean 'columns'?`),
    'misspelled question': sound.set('club.fields.Reason.shownWhen', { field: 'State', equals: 'x' }).gives(`
      S104 club: fields.Reason.shownWhen must say 'is'.
        The field has this value, or that of {"field": "…"}; null = empty.
      S103 club at fields.Reason.shownWhen.equals: fields.Reason.shownWhen has the key 'equals', which the schema language does not know.
        Known are 'field', 'is'.`),
    'misspelled section': sound.set('club.lists', {}).gives(`
      S103 club at lists: the file has the key 'lists', which the schema language does not know.
        Did you mean 'list'?`),
  },
  S104: {
    silent: sound.set('club.fields.ClubName.max', 1),
    'computed without value': sound.set('club.fields.Score', { type: 'computed', as: 'money', label: '分數' }).gives(`
      S104 club: fields.Score must say 'value'.
        How it is made, as data.`),
    'condition without question': sound.remove('club.fields.Reason.shownWhen.is').gives(`
      S104 club: fields.Reason.shownWhen must say 'is'.
        The field has this value, or that of {"field": "…"}; null = empty.`),
    'field without label': sound.remove('club.fields.ClubName.label').gives(`
      S104 club: fields.ClubName must say 'label'.
        What people read, in zh-TW.`),
    'field without type': sound.remove('club.fields.ClubName.type').gives(`
      S104 club: fields.ClubName must say 'type'.
        The fields by name.`),
    'import without columns': withImport.remove('club.import.columns').gives(`
      S104 club: import must say 'columns'.
        Columns in the order of the template: the name of a field, or {"field", "title", "aliases", "required", "format", "sample"}.`),
    'missing max': sound.remove('club.fields.ClubName.max').gives(`
      S104 club: fields.ClubName must say 'max'.
        Most characters, counted as people count them.`),
    'no label': sound.remove('club.label').gives(`
      S104 club at the top: the file must say 'label'.
        Name of the page, in zh-TW.`),
    'reference without to': sound.remove('club.fields.Parent.to').gives(`
      S104 club: fields.Parent must say 'to'.
        The resource that is referred to: the name of its file.`),
    'rule without message': sound.set('club.rules', [{ require: { field: 'EndDate', empty: false }, at: 'EndDate' }]).gives(`
      S104 club: rules[0] must say 'message'.
        What people read who break it, in zh-TW: a whole sentence that says what to do.`),
  },
} satisfies Cases

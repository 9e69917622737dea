import { type Cases, sound } from './changed-files'

export const listChecks = {
  S201: {
    silent: sound.set('club.list.columns[1]', 'UpdateTime'),
    'column of a picture': sound
      .set('club.fields.Logo', { type: 'image', label: '圖示' })
      .add('club.list.columns', 'Logo')
      .add('club.form[0].fields', 'Logo')
      .gives(`
      S201 club: list.columns[3] cannot show 'Logo': it is of type 'image'.
        Columns are fields that list rows carry: short ones that do not say "detailOnly".`),
    'column of rows': sound.add('club.list.columns', 'Lines').gives(`
      S201 club: list.columns[3] cannot show 'Lines': it is of type 'rows'.
        Columns are fields that list rows carry: short ones that do not say "detailOnly".`),
    'column that is detail only': sound.set('club.fields.ClubCode.detailOnly', true).gives(`
      S201 club: list.columns[0] cannot show 'ClubCode': it is 'detailOnly'.
        Columns are fields that list rows carry: short ones that do not say "detailOnly".`),
    'misspelled column': sound.set('club.list.columns[1]', 'ClubNaem').gives(`
      S201 club: list.columns[1] refers to 'ClubNaem', which is not a field of 'club'.
        Did you mean 'ClubName'?`),
  },
  S202: {
    silent: sound.set('club.list.filters[0]', 'Kinds'),
    'filter by data': sound
      .set('club.fields.Data', { type: 'json', label: '資料' })
      .add('club.list.filters', 'Data')
      .gives(`
      S202 club: list.filters[2] cannot filter by 'Data': it is of type 'json'.
        Filter by a field that can be compared, or take the filter out.`),
    'filter by rows': sound.set('club.list.filters[0]', 'Lines').gives(`
      S202 club: list.filters[0] cannot filter by 'Lines': it is of type 'rows'.
        Filter by a field that can be compared, or take the filter out.`),
    'misspelled filter': sound.set('club.list.filters[0]', 'ClubCoed').gives(`
      S202 club: list.filters[0] refers to 'ClubCoed', which is not a field of 'club'.
        Did you mean 'ClubCode'?`),
  },
  S203: {
    silent: sound.set('club.list.filters[1].match', 'exact'),
    'date that contains': sound.set('club.list.filters[1].match', 'contains').gives(`
      S203 club at list.filters[1].match: list.filters[1] cannot match 'contains': a field of type 'date' matches range, exact.
        Leave "match" out, or say one that the type knows.`),
  },
  S204: {
    silent: sound.set('club.list.sort', '-UpdateTime'),
    'sort by a list': sound.set('club.list.sort', '-Kinds').gives(`
      S204 club: list.sort cannot be 'Kinds': lists are not sorted by type 'enumList'.
        Sort by a field that has one short value, such as a code or a day.`),
  },
  S205: {
    silent: sound.set('club.list.mobile.secondary', ['State']),
    'misspelled card line': sound.set('club.list.mobile.secondary', ['Nmae']).gives(`
      S205 club: list.mobile.secondary[0] refers to 'Nmae', which is not a field of 'club'.
        Name fields of this file.`),
  },
  S206: {
    silent: sound.set('club.list.search[0]', 'Reason'),
    'search in a date': sound.set('club.list.search[0]', 'StartDate').gives(`
      S206 club: list.search[0] cannot search in 'StartDate': it is of type 'date'.
        Name texts, numbers or references.`),
  },
  S207: {
    silent: sound.set('club.form[0].fields', [
      'Lines',
      'Parent',
      'Reason',
      'EndDate',
      'StartDate',
      'Kinds',
      'State',
      'ClubNo',
      'ClubName',
      'ClubCode',
      'ApplyCode',
    ]),
    'misspelled form field': sound
      .set('club.fields.ClubName.default', 'x')
      .set('club.form[0].fields[2]', 'Naem')
      .gives(`
      S207 club: form[0].fields[2] refers to 'Naem', which is not a field of 'club'.
        Name fields of this file.`),
    'misspelled head field': sound
      .set('club.head', ['State', 'Ends', 'State'])
      .set('club.fields.ClubName.default', 'x')
      .gives(`
      S207 club: head[1] refers to 'Ends', which is not a field of 'club'.
        Did you mean 'Kinds'?
      S209 club: head[2] names 'State' a second time.
        Take one of the two out.`),
  },
  S208: {
    silent: sound.set('Deal.form', [{ title: '約定', fields: ['ApplyCode', 'NoLen'] }]),
    'form holds a count': sound.add('club.form[0].fields', 'Members').gives(`
      S208 club: form[0].fields[11] cannot hold 'Members': nobody enters it.
        Take it out of the form: the detail page shows it by itself.`),
    'form holds a running number': sound
      .set('club.fields.Number', { type: 'string', label: '流水號', max: 9, unique: true, default: { sequence: 'C{0000}' } })
      .add('club.form[0].fields', 'Number')
      .gives(`
      S208 club: form[0].fields[11] cannot hold 'Number': nobody enters it.
        Take it out of the form: the detail page shows it by itself.`),
    'form holds data': sound
      .set('club.fields.Data', { type: 'json', label: '資料' })
      .add('club.form[0].fields', 'Data')
      .gives(`
      S208 club: form[0].fields[11] cannot hold 'Data': nobody enters it.
        Take it out of the form: the detail page shows it by itself.`),
  },
  S209: {
    silent: sound.add('club.list.columns', 'Members'),
    'column twice': sound.add('club.list.columns', 'ClubCode').gives(`
      S209 club: list.columns[3] names 'ClubCode' a second time.
        Take one of the two out.`),
    'form field twice': sound.add('club.form[0].fields', 'ClubNo').gives(`
      S209 club: form[0].fields[11] names 'ClubNo' a second time.
        Take one of the two out.`),
  },
  S210: {
    silent: sound.remove('club.form[0].fields[4]'),
    'form without a required field': sound.remove('club.form[0].fields[2]').gives(`
      S210 club: form cannot leave out 'ClubName': it is required.
        Put it into a section, or give it a default.`),
  },
  S211: {
    silent: sound
      .set('club.fields.StartDateTo', { type: 'date', label: '起日迄', index: true })
      .set('club.list.filters', ['ClubCode', { field: 'StartDate', match: 'exact' }, { field: 'StartDateTo', match: 'exact' }])
      .add('club.form[0].fields', 'StartDateTo'),
    'range meets field': sound
      .set('club.fields.StartDateTo', { type: 'date', label: '起日迄', index: true })
      .add('club.list.filters', { field: 'StartDateTo', match: 'exact' })
      .add('club.form[0].fields', 'StartDateTo')
      .gives(`
      S211 club: list.filters[2] cannot ask by 'StartDateTo': so does list.filters[1].
        Take one of the two filters out, or rename the field.`),
  },
} satisfies Cases

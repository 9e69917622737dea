import { type Cases, validFiles } from './changed-files'

export const expressionChecks = {
  S313: {
    silent: validFiles
      .set('club.fields.Due', {
        type: 'computed',
        as: 'date',
        label: '期限',
        value: {
          when: { field: 'Kinds', has: 'A' },
          value: { daysAfter: [{ field: 'StartDate' }, { field: 'Members' }] },
          otherwise: '2026-12-31',
        },
      })
      .set('club.fields.Words', {
        type: 'computed',
        as: 'string',
        label: '說明',
        value: { join: [{ field: 'ClubName' }, { field: 'Due' }, { field: 'Score' }] },
      })
      .set('club.fields.Score', {
        type: 'computed',
        as: 'money',
        label: '分數',
        value: { add: [{ sum: 'Lines.Amount' }, { count: 'Kinds' }, { field: 'Members' }] },
      }),
    'adds a text': validFiles
      .remove('club.permissions')
      .set('club.fields.Score', {
        type: 'computed',
        as: 'integer',
        label: '分數',
        value: { add: [{ field: 'Members' }, { when: { field: 'State', is: 'Active' }, value: '1', otherwise: 0 }] },
      })
      .gives(`
      S313 club: fields.Score.value cannot calculate with '1': it is a text.
        Calculate with numbers, add days to a date, and add up list items with {"sum": "FeeItems.Amount"}.`),
    'calculates with rows': validFiles
      .set('club.fields.Score', {
        type: 'computed',
        as: 'money',
        label: '分數',
        value: { add: [{ field: 'Lines' }, 1] },
      })
      .gives(`
      S313 club: fields.Score.value cannot calculate with 'Lines': it is of type 'rows'.
        Calculate with numbers, add days to a date, and add up list items with {"sum": "FeeItems.Amount"}.`),
    'day of a number': validFiles
      .set('club.fields.Score', { type: 'computed', as: 'date', label: '分數', value: { sum: 'Lines.Amount' } })
      .gives(`
      S313 club: fields.Score.value cannot use 'sum' as a date: it is a number.
        Calculate with numbers, add days to a date, and add up list items with {"sum": "FeeItems.Amount"}.`),
    'days after a text': validFiles
      .set('club.fields.Score', {
        type: 'computed',
        as: 'date',
        label: '分數',
        value: { daysAfter: [{ field: 'ClubName' }, { field: 'EndDate' }] },
      })
      .gives(`
      S313 club: fields.Score.value cannot use 'ClubName' as a date: it is of type 'string'.
        Calculate with numbers, add days to a date, and add up list items with {"sum": "FeeItems.Amount"}.
      S313 club: fields.Score.value cannot calculate with 'EndDate': it is of type 'date'.
        Calculate with numbers, add days to a date, and add up list items with {"sum": "FeeItems.Amount"}.`),
    'misspelled column': validFiles
      .set('club.fields.Score', { type: 'computed', as: 'money', label: '分數', value: { sum: 'Lines.Amuont' } })
      .gives(`
      S313 club: fields.Score.value refers to 'Amuont', which is not a field of 'Lines'.
        Did you mean 'Amount'?`),
    'misspelled field': validFiles
      .set('club.fields.Score', {
        type: 'computed',
        as: 'money',
        label: '分數',
        value: { add: [{ field: 'Scor' }, 1] },
      })
      .gives(`
      S313 club: fields.Score.value refers to 'Scor', which is not a field of 'club'.
        Did you mean 'Score'?`),
    'multiplies a day': validFiles
      .remove('club.permissions')
      .set('club.fields.Score', {
        type: 'computed',
        as: 'money',
        label: '分數',
        value: { multiply: [{ field: 'Members' }, { field: 'StartDate' }] },
      })
      .gives(`
      S313 club: fields.Score.value cannot calculate with 'StartDate': it is of type 'date'.
        Calculate with numbers, add days to a date, and add up list items with {"sum": "FeeItems.Amount"}.`),
    'sum of no list': validFiles
      .set('club.fields.Score', { type: 'computed', as: 'money', label: '分數', value: { sum: 'ClubName.Amount' } })
      .gives(`
      S313 club: fields.Score.value cannot sum 'ClubName': it is of type 'string', which is not a list.
        Calculate with numbers, add days to a date, and add up list items with {"sum": "FeeItems.Amount"}.`),
    'sum without column': validFiles
      .set('club.fields.Score', { type: 'computed', as: 'money', label: '分數', value: { sum: 'Lines' } })
      .gives(`
      S313 club at fields.Score.value: the sum 'Lines' in fields.Score.value must be the path of a field of list items, such as 'FeeItems.Amount'.
        Calculate with numbers, add days to a date, and add up list items with {"sum": "FeeItems.Amount"}.`),
  },
  S314: {
    silent: validFiles
      .set('club.fields.Rank', { type: 'computed', as: 'money', label: '名次', value: { count: 'Lines' } })
      .set('club.fields.Score', { type: 'computed', as: 'money', label: '分數', value: { field: 'Rank' } }),
    'follows from itself': validFiles
      .set('club.fields.Score', {
        type: 'computed',
        as: 'money',
        label: '分數',
        value: { add: [{ field: 'Score' }, 1] },
      })
      .gives(`
      S314 club: fields.Score.value cannot depend on fields that depend on 'Score'.
        Compute one of them from other fields, or let users enter it.`),
    'two follow each other': validFiles
      .set('club.fields.Rank', { type: 'computed', as: 'money', label: '名次', value: { field: 'Score' } })
      .set('club.fields.Score', { type: 'computed', as: 'money', label: '分數', value: { field: 'Rank' } })
      .add('club.form[0].fields', 'Rank')
      .gives(`
      S314 club: fields.Score.value cannot depend on fields that depend on 'Score'.
        Compute one of them from other fields, or let users enter it.`),
  },
  S315: {
    silent: validFiles
      .set('club.fields.Kinds.optionsWhen', { B: { field: 'State', is: 'Active' } })
      .set('club.fields.Kinds.exclusive', ['B']),
    'exclusive code of no option': validFiles.set('club.fields.Kinds.exclusive', ['B', 'None']).gives(`
      S315 club: fields.Kinds.exclusive[1] is 'None', which is not an option of 'Kinds'.
        Known names: 'A', 'B'.`),
    'condition for no option': validFiles
      .set('club.fields.Kinds.optionsWhen', { C: { field: 'State', is: 'Active' } })
      .gives(`
      S315 club at fields.Kinds.optionsWhen.C: fields.Kinds.optionsWhen is 'C', which is not an option of 'Kinds'.
        Did you mean 'A'?`),
  },
} satisfies Cases

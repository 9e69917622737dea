import { type Cases, validFiles } from './changed-files'

export const conditionChecks = {
  S305: {
    silent: validFiles.set('club.fields.Reason.shownWhen', { all: [{ not: { field: 'State', is: 'Active' } }] }),
    'action looks at no field': validFiles.set('club.actions.Close.allowedWhen.field', 'Stat').gives(`
      S305 club: actions.Close.allowedWhen.field refers to 'Stat', which is not a field of 'club'.
        Did you mean 'State'?`),
    'compared with no field': validFiles
      .set('club.fields.Reason.shownWhen', { field: 'EndDate', atLeast: { field: 'StartDay' } })
      .gives(`
      S305 club: fields.Reason.shownWhen.atLeast.field refers to 'StartDay', which is not a field of 'club'.
        Did you mean 'StartDate'?`),
    'condition looks at no field': validFiles
      .set('club.fields.Reason.shownWhen', { all: [{ not: { field: 'Stat', is: 'x' } }] })
      .gives(`
      S305 club: fields.Reason.shownWhen.all[0].not.field refers to 'Stat', which is not a field of 'club'.
        Did you mean 'State'?`),
    'condition of an expression': validFiles
      .set('club.fields.Score', {
        type: 'computed',
        as: 'money',
        label: '分數',
        value: { when: { field: 'Stat', is: 'Active' }, value: 1, otherwise: 0 },
      })
      .gives(`
      S305 club: fields.Score.value.when.field refers to 'Stat', which is not a field of 'club'.
        Did you mean 'State'?`),
    'deletion looks at no field': validFiles.set('club.allowedWhen.delete.field', 'Stat').gives(`
      S305 club: allowedWhen.delete.field refers to 'Stat', which is not a field of 'club'.
        Did you mean 'State'?`),
    'option condition looks at no field': validFiles
      .set('club.fields.Kinds.optionsWhen', { A: { field: 'Stat', is: 'Active' } })
      .gives(`
      S305 club: fields.Kinds.optionsWhen.A.field refers to 'Stat', which is not a field of 'club'.
        Did you mean 'State'?`),
    'parent has no such field': validFiles
      .set('club.fields.Lines.fields.Why', {
        type: 'string',
        label: '說明',
        max: 5,
        shownWhen: { parent: 'Stat', is: 'Active' },
      })
      .gives(`
      S305 club: fields.Lines.fields.Why.shownWhen.parent refers to 'Stat', which is not a field of 'club'.
        Did you mean 'State'?`),
    'rule looks at no field': validFiles
      .set('club.rules', [
        {
          require: { field: 'EndDate', atLeast: { field: 'StartDate' } },
          message: '迄日不可早於起日。',
          at: 'EndDate',
          when: { field: 'Sate', is: 'Active' },
        },
      ])
      .gives(`
      S305 club: rules[0].when.field refers to 'Sate', which is not a field of 'club'.
        Did you mean 'State'?`),
  },
  S306: {
    silent: validFiles
      .remove('club.fields.ClubName.required')
      .set('club.fields.ClubName.requiredWhen', {
        any: [
          { field: 'StartDate', atLeast: '2026-02-28' },
          { field: 'EndDate', in: ['2026-11-30', null] },
          { field: 'UpdateTime', atMost: '2026-11-30' },
          { field: 'ClubCode', is: 'CHESS' },
        ],
      })
      .set('club.fields.Reason.readOnlyWhen', { field: 'ClubName', user: 'isNot' })
      .set('club.fields.Reason.shownWhen', { field: 'Kinds', has: ['A', 'B'] }),
    'user compared with an enum': validFiles
      .set('club.actions.Close.allowedWhen', { field: 'State', user: 'is' })
      .gives(`
      S306 club: actions.Close.allowedWhen.user cannot be used with 'State': it is of type 'enum'.
        Use a field of type 'string', which contains the id of a user.`),
    'action asks for no option': validFiles.set('club.actions.Close.allowedWhen.is', 'Activ').gives(`
      S306 club: actions.Close.allowedWhen.is is 'Activ', which is not a value of 'State'.
        Did you mean 'Active'?`),
    'at least asked of an enum': validFiles.set('club.fields.Reason.shownWhen', { field: 'State', atLeast: 1 }).gives(`
      S306 club: fields.Reason.shownWhen.atLeast cannot be used with 'State': it is of type 'enum'.
        Use 'is' or 'in' for codes and texts, also 'atLeast' and 'atMost' for numbers and dates, and 'empty' for any field.`),
    'code that its field refuses': validFiles
      .set('club.fields.Reason.shownWhen', { field: 'ClubCode', in: ['CHESS', 'go'] })
      .gives(`
      S306 club: fields.Reason.shownWhen.in is 'go', which is not a value of 'ClubCode'.
        社團代碼格式不正確，請輸入大寫字母。`),
    'compared with another type': validFiles
      .set('club.fields.Reason.shownWhen', { field: 'EndDate', atLeast: { field: 'ClubNo' } })
      .gives(`
      S306 club: fields.Reason.shownWhen.atLeast cannot be 'ClubNo': it is of type 'string', and 'EndDate' is of type 'date'.
        Use 'is' or 'in' for codes and texts, also 'atLeast' and 'atMost' for numbers and dates, and 'empty' for any field.`),
    'condition asks for no option': validFiles.set('club.fields.Reason.shownWhen.is', 'Inactiv').gives(`
      S306 club: fields.Reason.shownWhen.is is 'Inactiv', which is not a value of 'State'.
        Did you mean 'Inactive'?`),
    'day that is none': validFiles.set('club.fields.Reason.shownWhen', { field: 'StartDate', is: 'tomorow' }).gives(`
      S306 club: fields.Reason.shownWhen.is is 'tomorow', which is not a value of 'StartDate'.
        Use a day like '2026-11-30': 'StartDate' is of type 'date'.`),
    'is asked of a list': validFiles.set('club.fields.Reason.shownWhen', { field: 'Kinds', is: 'A' }).gives(`
      S306 club: fields.Reason.shownWhen.is cannot be used with 'Kinds': it is of type 'enumList'.
        Lists have the tests 'has' and 'empty'.`),
    'number for a day': validFiles.set('club.fields.Reason.shownWhen', { field: 'StartDate', atLeast: 5 }).gives(`
      S306 club: fields.Reason.shownWhen.atLeast is '5', which is not a value of 'StartDate'.
        Use a day like '2026-11-30': 'StartDate' is of type 'date'.`),
    'phone as nobody keeps it': validFiles
      .set('club.fields.Phone', { type: 'mobile', label: '電話', personal: 'mobile' })
      .set('club.fields.Reason.shownWhen', { field: 'Phone', is: '0912-345-678' })
      .add('club.form[0].fields', 'Phone')
      .gives(`
      S306 club: fields.Reason.shownWhen.is is '0912-345-678', which is not a value of 'Phone'.
        Use '0912345678', as the field stores it.`),
    'rows are asked': validFiles.set('club.fields.Reason.shownWhen', { field: 'Lines', is: 'x' }).gives(`
      S306 club: fields.Reason.shownWhen.is cannot be used with 'Lines': it is of type 'rows'.
        Lists have the tests 'has' and 'empty'.`),
    'text for a number': validFiles
      .set('club.fields.Reason.shownWhen', {
        any: [
          { field: 'Score', in: [1, '2'] },
          { field: 'Score', atMost: '7' },
        ],
      })
      .remove('club.fields.Score.virtual')
      .add('club.form[0].fields', 'Score')
      .gives(`
      S306 club: fields.Reason.shownWhen.any[0].in is '2', which is not a value of 'Score'.
        Use a whole number: 'Score' is of type 'integer'.
      S306 club: fields.Reason.shownWhen.any[1].atMost is '7', which is not a value of 'Score'.
        Use a whole number: 'Score' is of type 'integer'.`),
    'text for yes': validFiles
      .set('club.fields.Open', { type: 'boolean', label: '開放' })
      .set('club.fields.Reason.shownWhen', { field: 'Open', is: 'true' })
      .add('club.form[0].fields', 'Open')
      .gives(`
      S306 club: fields.Reason.shownWhen.is is 'true', which is not a value of 'Open'.
        Use true or false, without quotation marks: 'Open' is of type 'boolean'.`),
    'today is no number': validFiles
      .set('club.fields.Lines.fields.Why', {
        type: 'string',
        label: '說明',
        max: 5,
        shownWhen: { field: 'Amount', atMost: 'today' },
      })
      .gives(`
      S306 club: fields.Lines.fields.Why.shownWhen.atMost cannot be 'today': 'Amount' is of type 'money'.
        Use 'is' or 'in' for codes and texts, also 'atLeast' and 'atMost' for numbers and dates, and 'empty' for any field.`),
  },
  S307: {
    silent: validFiles.set('club.fields.EndDate', {
      type: 'date',
      label: '迄日',
      min: 'today',
      maxYears: { years: 1, field: 'StartDate' },
    }),
    'bound by a bare name': validFiles
      .set('club.fields.EndDate', { type: 'date', label: '迄日', min: 'StartDate' })
      .gives(`
      S307 club: fields.EndDate.min must be a day like '2026-11-30' or 'today', not 'StartDate'.
        To refer to the field, write {"field": "StartDate"}.`),
    'bound by a text': validFiles.set('club.fields.EndDate.min.field', 'ClubName').gives(`
      S307 club: fields.EndDate.min.field cannot be 'ClubName': it is of type 'string', not of type 'date'.
        Use a value of the field's type, or {"field": "…"} with another field of that type.`),
    'bound by itself': validFiles.set('club.fields.EndDate.min.field', 'EndDate').gives(`
      S307 club: fields.EndDate.min.field cannot be the field itself.
        Use a value of the field's type, or {"field": "…"} with another field of that type.`),
    'day that is not in the calendar': validFiles.set('club.fields.StartDate.max', '2026-02-30').gives(`
      S307 club: fields.StartDate.max must be a day like '2026-11-30' or 'today', not '2026-02-30'.
        Use a value of the field's type, or {"field": "…"} with another field of that type.`),
    'misspelled bound': validFiles.set('club.fields.EndDate.min.field', 'BeginDate').gives(`
      S307 club: fields.EndDate.min.field refers to 'BeginDate', which is not a field of 'club'.
        Use a value of the field's type, or {"field": "…"} with another field of that type.`),
    'years after nothing': validFiles.remove('club.fields.EndDate.min').gives(`
      S307 club at fields.EndDate.maxYears: fields.EndDate must have 'min'.
        maxYears counts from the field in min: {"field": "…"}.`),
    'years after no field': validFiles.set('club.fields.EndDate.maxYears', { years: 1, field: 'BeginDate' }).gives(`
      S307 club: fields.EndDate.maxYears.field refers to 'BeginDate', which is not a field of 'club'.
        Use a value of the field's type, or {"field": "…"} with another field of that type.`),
  },
  S310: {
    silent: validFiles.set('club.fields.ClubNo.shownWhen', { field: 'Reason', empty: false }),
    'compared in a circle': validFiles
      .set('club.fields.StartDate.shownWhen', { field: 'EndDate', atLeast: { field: 'StartDate' } })
      .gives(`
      S310 club: fields.StartDate.shownWhen cannot depend on fields that depend on 'StartDate'.
        Show one of the fields without a condition.`),
    'condition on itself': validFiles.set('club.fields.Reason.shownWhen', { field: 'Reason', empty: false }).gives(`
      S310 club: fields.Reason.shownWhen cannot depend on fields that depend on 'Reason'.
        Show one of the fields without a condition.`),
    'conditions in a circle': validFiles
      .set('club.fields.ClubNo.shownWhen', { field: 'Reason', empty: false })
      .set('club.fields.Reason.shownWhen', { field: 'ClubNo', empty: false })
      .gives(`
      S310 club: fields.ClubNo.shownWhen cannot depend on fields that depend on 'ClubNo'.
        Show one of the fields without a condition.`),
  },
} satisfies Cases

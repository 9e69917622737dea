import { type Cases, validFiles } from './changed-files'

export const satisfiabilityChecks = {
  S312: {
    silent: validFiles.set('club.fields.Kinds.optionsWhen', { A: { field: 'StartDate', atLeast: '2026-01-01' } }).set('club.fields.Reason.shownWhen', {
      any: [
        { field: 'State', is: 'Active' },
        {
          all: [
            { field: 'Kinds', has: 'A' },
            { field: 'Kinds', has: 'B' },
          ],
        },
      ],
    }),
    'action never': validFiles
      .set('club.actions.Close.allowedWhen', {
        all: [
          { field: 'State', is: 'Active' },
          { field: 'State', is: 'Inactive' },
        ],
      })
      .gives(`
      S312 club: actions.Close.allowedWhen never holds.
        The action or operation would never be allowed.`),
    'compared with itself': validFiles
      .set('club.fields.Reason.shownWhen', {
        all: [
          { field: 'StartDate', atLeast: '2027-01-01' },
          { field: 'StartDate', atMost: 'today' },
          { field: 'EndDate', empty: true },
          { field: 'EndDate', atLeast: { field: 'StartDate' } },
        ],
      })
      .gives(`
      S312 club: fields.Reason.shownWhen never holds.
        The field would never be shown.`),
    'hidden with what it asks': validFiles
      .set('club.fields.ClubNo.shownWhen', {
        all: [
          { field: 'Reason', empty: false },
          { field: 'State', is: 'Active' },
        ],
      })
      .gives(`
      S312 club: fields.ClubNo.shownWhen never holds.
        The field would never be shown.`),
    'option never': validFiles.set('club.fields.Kinds.optionsWhen', { B: { field: 'State', empty: true } }).gives(`
      S312 club: fields.Kinds.optionsWhen.B never holds.
        'B' of 'Kinds' could never be chosen.`),
    'required never while shown': validFiles.set('club.fields.Reason.requiredWhen', { field: 'State', is: 'Active' }).gives(`
      S312 club: fields.Reason.requiredWhen never holds.
        The field would never be required while it is shown.`),
    'rule of no record': validFiles
      .set('club.rules', [
        {
          require: { field: 'EndDate', atLeast: { field: 'StartDate' } },
          message: '迄日不可早於起日。',
          at: 'EndDate',
          when: {
            all: [
              { field: 'State', is: 'Active' },
              { field: 'State', is: 'Inactive' },
            ],
          },
        },
      ])
      .gives(`
      S312 club: rules[0].when never holds.
        The rule would never be evaluated.`),
    'rule that nothing keeps': validFiles
      .set('club.rules', [
        {
          require: {
            all: [
              { field: 'State', is: 'Active' },
              { field: 'State', is: 'Inactive' },
            ],
          },
          message: '迄日不可早於起日。',
          at: 'EndDate',
        },
      ])
      .gives(`
      S312 club: rules[0].require never holds.
        Every record would be rejected.`),
    'shown never': validFiles
      .set('club.fields.Reason.shownWhen', {
        all: [
          { field: 'State', is: 'Active' },
          { field: 'State', is: 'Inactive' },
        ],
      })
      .gives(`
      S312 club: fields.Reason.shownWhen never holds.
        The field would never be shown.`),
    'shown outside the bounds': validFiles
      .set('club.fields.Size', { type: 'integer', label: '大小', min: 1, max: 9 })
      .set('club.fields.Reason.shownWhen', { field: 'Size', atLeast: 10 })
      .add('club.form[0].fields', 'Size')
      .gives(`
      S312 club: fields.Reason.shownWhen never holds.
        The field would never be shown.`),
    'value never': validFiles
      .set('club.fields.Score', {
        type: 'computed',
        as: 'money',
        label: '分數',
        value: {
          when: {
            all: [
              { field: 'Kinds', empty: true },
              { field: 'Kinds', has: 'A' },
            ],
          },
          value: 1,
          otherwise: 0,
        },
      })
      .gives(`
      S312 club: fields.Score.value.when never holds.
        Its value would never be used.`),
  },
} satisfies Cases

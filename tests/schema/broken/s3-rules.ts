import { type Cases, validFiles, withField } from './changed-files'

export const ruleChecks = {
  S340: {
    silent: validFiles
      .set('club.fields.ClubNo.readOnlyWhen', { field: 'StartDate', atMost: 'today' })
      .set('club.fields.Reason.requiredWhen', { role: ['CustomerMaker'] })
      .set('club.fields.Lines.fields.Why', {
        type: 'string',
        label: '說明',
        max: 5,
        shownWhen: { parent: 'State', is: 'Inactive' },
      }),
    'parent outside rows': validFiles.rename('club.fields.Reason.shownWhen.field', 'parent').gives(`
      S340 club: fields.Reason.shownWhen cannot use 'parent': the condition is not in a list item.
        Use fields of the record, or move the condition.`),
    'role hides a field': validFiles
      .set('club.fields.Reason.shownWhen', { all: [{ field: 'State', is: 'Inactive' }, { role: ['CustomerMaker'] }] })
      .gives(`
      S340 club: fields.Reason.shownWhen.all[1].role cannot depend on the role: a hidden field is cleared for all users.
        Use 'permissions' to hide a field from a role.`),
    'rule asks for a parent': validFiles
      .set('club.rules', [
        { require: { parent: 'EndDate', empty: false }, message: '迄日不可早於起日。', at: 'EndDate' },
      ])
      .gives(`
      S340 club: rules[0].require cannot use 'parent': the condition is not in a list item.
        Use fields of the record, or move the condition.`),
    'user hides a field': validFiles.set('club.fields.Reason.shownWhen', { field: 'ClubName', user: 'is' }).gives(`
      S340 club: fields.Reason.shownWhen.user cannot depend on the user: a hidden field is cleared for all users.
        Use 'permissions' to hide a field from a role.`),
    'value of the role': validFiles
      .set('club.fields.Grade', {
        type: 'computed',
        as: 'integer',
        label: '等級',
        value: { when: { role: ['CustomerMaker'] }, value: 1, otherwise: 2 },
      })
      .gives(`
      S340 club: fields.Grade.value.when.role cannot depend on the role: the value is stored for all users.
        Use fields of the record, or move the condition.`),
    'value of today': validFiles
      .set('club.fields.Grade', {
        type: 'computed',
        as: 'integer',
        label: '等級',
        value: { when: { field: 'EndDate', atLeast: 'today' }, value: 1, otherwise: 2 },
      })
      .gives(`
      S340 club: fields.Grade.value.when.atLeast cannot depend on today: the value is stored.
        Use fields of the record, or move the condition.`),
  },
  S341: {
    silent: validFiles.set('club.rules', [
      {
        require: { field: 'Members', atMost: 9 },
        when: { role: ['CustomerMaker'] },
        message: '人數已滿。',
        at: 'State',
      },
      { require: { field: 'EndDate', atLeast: { field: 'StartDate' } }, message: '迄日不可早於起日。', at: 'EndDate' },
    ]),
    'rule at no field': validFiles
      .set('club.rules', [
        { require: { field: 'EndDate', atLeast: { field: 'StartDate' } }, message: '迄日不可早於起日。', at: 'EndDay' },
      ])
      .gives(`
      S341 club: rules[0].at refers to 'EndDay', which is not a field of 'club'.
        Did you mean 'EndDate'?`),
    'rule at what nobody enters': validFiles
      .set('club.rules', [
        {
          require: { field: 'EndDate', atLeast: { field: 'StartDate' } },
          message: '迄日不可早於起日。',
          at: 'Members',
        },
      ])
      .gives(`
      S341 club: rules[0].at cannot be 'Members': users do not enter it.
        Use the field that users have to change.`),
  },
  S342: {
    silent: validFiles
      .set('club.fields.Number', {
        type: 'string',
        label: '流水號',
        max: 9,
        unique: true,
        default: { sequence: 'C{yyyy}{0000}' },
      })
      .set('club.fields.SeenTime', { type: 'datetime', label: '登錄時間', readOnly: true, default: 'now' })
      .set('club.fields.ClubName.default', { user: 'name' })
      .set('club.fields.StartDate.default', 'today'),
    'now that people enter': withField('SeenTime', { type: 'datetime', label: '登錄時間', default: 'now' }).gives(`
      S342 club: fields.SeenTime.default cannot be "now": users enter 'SeenTime'.
        Set "readOnly": true in a field of the record, or remove the default.`),
    'number that is a money': validFiles
      .set('club.fields.Fee', { type: 'money', label: '費用', default: { sequence: '{000}' } })
      .gives(`
      S342 club: fields.Fee.default cannot be set by the server: 'Fee' is of type 'money'.
        Only a string can have such a default.`),
    'number that is not unique': validFiles
      .set('club.fields.Number', { type: 'string', label: '流水號', max: 9, default: { sequence: 'C{0000}' } })
      .gives(`
      S342 club: fields.Number.default cannot be a sequence number: 'Number' is not unique.
        Set "unique": true in the field.`),
    'number that people enter': validFiles
      .set('club.fields.Number', {
        type: 'string',
        label: '流水號',
        max: 9,
        unique: true,
        required: true,
        default: { sequence: 'C{0000}' },
      })
      .gives(`
      S342 club: fields.Number.default cannot be a sequence number in a field with 'required': users do not enter it.
        A date or month can have "today", a datetime that users do not enter "now", a string {"user"} or, if it is unique and users do not enter it, {"sequence"}.`),
    'user in a row': validFiles
      .set('club.fields.Lines.fields.By', { type: 'string', label: '承辦', max: 30, default: { user: 'id' } })
      .gives(`
      S342 club: fields.Lines.fields.By.default cannot be set by the server: this is not a field of a record.
        A date or month can have "today", a datetime that users do not enter "now", a string {"user"} or, if it is unique and users do not enter it, {"sequence"}.`),
    'user of a day': validFiles.set('club.fields.StartDate.default', { user: 'id' }).gives(`
      S342 club: fields.StartDate.default cannot be set by the server: 'StartDate' is of type 'date'.
        Only a string can have such a default.`),
  },
  S343: {
    silent: validFiles.set('club.fields.Number', {
      type: 'string',
      label: '流水號',
      max: 9,
      unique: true,
      default: { sequence: '{roc}{mm}{000}A' },
    }),
    'misspelled part of a number': validFiles
      .set('club.fields.Number', {
        type: 'string',
        label: '流水號',
        max: 9,
        unique: true,
        default: { sequence: 'C{year}{000}' },
      })
      .gives(`
      S343 club: fields.Number.default.sequence cannot contain '{year}': it can contain {yyyy}, {roc}, {mm}, {dd} and zeros in braces.
        Use a pattern such as C{yyyy}{0000}: {0000} is the number; {yyyy}, {roc}, {mm} and {dd} are parts of the day.`),
    'number too long for its field': validFiles
      .set('club.fields.Number', {
        type: 'string',
        label: '流水號',
        max: 8,
        unique: true,
        default: { sequence: 'C{yyyy}{0000}' },
      })
      .gives(`
      S343 club: fields.Number.default.sequence cannot be 9 characters long: 'max' is 8.
        Use a pattern such as C{yyyy}{0000}: {0000} is the number; {yyyy}, {roc}, {mm} and {dd} are parts of the day.`),
    'number without its place': validFiles
      .set('club.fields.Number', {
        type: 'string',
        label: '流水號',
        max: 9,
        unique: true,
        default: { sequence: 'C{yyyy}' },
      })
      .gives(`
      S343 club: fields.Number.default.sequence cannot contain 0 numbers: it must contain one, such as {0000}.
        Use a pattern such as C{yyyy}{0000}: {0000} is the number; {yyyy}, {roc}, {mm} and {dd} are parts of the day.`),
  },
  S344: {
    silent: validFiles.set('club.related', [{ of: 'club', by: 'Parent' }]),
    'related records of no resource': validFiles.set('club.related', [{ of: 'clubb', by: 'Parent' }]).gives(`
      S344 club: related[0].of refers to 'clubb', which no schema file declares.
        Did you mean 'club'?`),
    'related records without a list': validFiles.set('club.related', [{ of: 'Deal', by: 'ApplyCode' }]).gives(`
      S344 club: related[0].of cannot be 'Deal': it has no list page.
        Use a resource with a list page, in the file of a page with details.`),
  },
  S345: {
    silent: validFiles
      .set('club.related', [{ of: 'club', by: 'Parent', label: '下層社團' }])
      .add('club.list.filters', 'ApplyCode', { field: 'Parent', match: 'in' }),
    'related by no field': validFiles
      .set('club.related', [{ of: 'club', by: 'Parrent' }])
      .add('club.list.filters', 'ApplyCode', 'Parent')
      .gives(`
      S345 club: related[0].by refers to 'Parrent', which is not a field of 'club'.
        Did you mean 'Parent'?`),
    'related list that cannot be narrowed': validFiles
      .set('club.related', [{ of: 'club', by: 'Parent' }])
      .add('club.list.filters', 'Parent')
      .gives(`
      S345 club: related[0].by cannot be 'Parent': the list of 'club' has no filter on 'ApplyCode'.
        Add 'ApplyCode' to the filters of 'club'.`),
    'related records that refer elsewhere': validFiles.set('club.related', [{ of: 'club', by: 'ApplyCode' }]).gives(`
      S345 club: related[0].by cannot be 'ApplyCode': it does not refer to 'club'.
        Use the reference of the other resource, with filters on it and on the fields in which both records agree.`),
    'related by values for which there is no filter, and by a missing field': validFiles
      .set('club.related', [{ of: 'club', match: { ClubName: 'ClubCod' } }])
      .gives(`
      S345 club: related[0].match.ClubName cannot be set: the list of 'club' has no filter on 'ClubName'.
        Add 'ClubName' to the filters of 'club'.
      S345 club: related[0].match.ClubName refers to 'ClubCod', which is not a field of 'club'.
        Did you mean 'ClubCode'?`),
    'related by nothing': validFiles.set('club.related', [{ of: 'club' }]).gives(`
      S345 club: related[0] must have either 'by' or 'match'.
        Use the reference of the other resource, with filters on it and on the fields in which both records agree.`),
  },
  S346: {
    silent: validFiles.set('club.related', [{ of: 'club', by: 'Parent', columns: ['ClubCode', 'State'] }]),
    'column that the list does not show': validFiles
      .set('club.related', [{ of: 'club', by: 'Parent', columns: ['ClubCode', 'StartDate', 'ClubCode'] }])
      .add('club.list.filters', 'ApplyCode', 'Parent')
      .gives(`
      S346 club: related[0].columns[1] cannot be 'StartDate': the list of 'club' does not show it.
        Use each column of the other list once.
      S346 club: related[0].columns[2] repeats 'ClubCode'.
        Use each column of the other list once.`),
    'figure that is none of the totals': validFiles
      .set('club.related', [{ of: 'club', by: 'Parent', head: { Members: '社員合計' } }])
      .add('club.list.filters', 'ApplyCode', 'Parent')
      .gives(`
      S346 club: related[0].head.Members cannot be set: 'Members' is none of the totals of 'club'.
        Add 'Members' to the totals of 'club'.`),
    'misspelled column of related records': validFiles
      .set('club.related', [{ of: 'club', by: 'Parent', columns: ['ClubCode', 'ClubNam'] }])
      .add('club.list.filters', 'ApplyCode', 'Parent')
      .gives(`
      S346 club: related[0].columns[1] refers to 'ClubNam', which is not a field of 'club'.
        Did you mean 'ClubName'?`),
  },
} satisfies Cases

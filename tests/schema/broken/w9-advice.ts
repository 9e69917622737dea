import { type Cases, sound, withImport, withReport } from './changed-files'

export const adviceChecks = {
  W901: {
    silent: sound.remove('club.fields.ClubCode.patternText').set('club.fields.ClubCode.pattern', '^[A-Z0-9]+$'),
    'pattern without words': sound.remove('club.fields.ClubCode.patternText').gives(`
      W901 club: fields.ClubCode must have 'patternText'.
        Without it, the error message does not explain the expected format.`),
  },
  W902: {
    silent: sound.set('member.fields.Mobile', { type: 'mobile', label: '行動電話', personal: 'mobile' }),
    'personal without class': sound.set('member.fields.Mobile', { type: 'mobile', label: '行動電話' }).gives(`
      W902 member: fields.Mobile must have 'personal'.
        Without it, lists show the values in full.`),
  },
  W903: {
    silent: sound.set('later.menu.group', 'basic').set('later.menu.order', 2),
    'two pages at one place': sound.set('later.menu.group', 'basic').gives(`
      W903 later: menu.order is 1, the same as that of 'club'.
        Change the order of one of the two.`),
  },
  W904: {
    silent: sound.set('club.fields.ClubNo.readOnly', true).remove('club.form[0].fields[3]'),
    'field that is shown nowhere': sound.remove('club.form[0].fields[3]').gives(`
      W904 club: fields.ClubNo is in no section of the form.
        Set "readOnly": true if the server sets the field.`),
  },
  W905: {
    silent: sound.set('club.list.filters', []),
    'list without filters': sound.remove('club.list.filters').gives(`
      W905 club at list: the list must have 'filters'.
        Add the fields by which users search, or accept W905 with the reason why the list stays short.`),
  },
  W906: {
    silent: sound.remove('club.fields.StartDate.index').set('club.list.filters', ['ClubName', 'State', 'ClubCode', 'ApplyCode']),
    'range without index': sound.remove('club.fields.StartDate.index').gives(`
      W906 club: list.filters[1] cannot use an index: 'StartDate' has none.
        Set "index": true in fields.StartDate, or accept W906 with the reason why the list stays short.`),
  },
  W907: {
    silent: sound.set('club.fields.ClubName.label', 'ClubName 社團'),
    'label is the name': sound.set('club.fields.ClubName.label', 'Club Name').gives(`
      W907 club: fields.ClubName.label is only the field's name.
        Write a label for 'ClubName' in zh-TW.`),
  },
  W908: {
    silent: sound.set('club.fields.Lines.fields.Amount.label', '社團名稱'),
    'label twice': sound.set('club.fields.ClubNo.label', '社團名稱').gives(`
      W908 club: fields.ClubNo.label is '社團名稱', the same as that of 'ClubName'.
        Change one of the two labels.`),
  },
  W909: {
    silent: sound.set('club.fields.Reason.requiredWhen', { field: 'State', is: 'Inactive' }),
    'action always': sound.set('club.actions.Close.allowedWhen', { field: 'ClubName', empty: false }).gives(`
      W909 club: actions.Close.allowedWhen always holds.
        Remove the condition.`),
    'holds always': sound.set('club.fields.Reason.shownWhen', { field: 'State', in: ['Active', 'Inactive'] }).gives(`
      W909 club: fields.Reason.shownWhen always holds.
        Remove the condition.`),
    'role or not': sound.set('club.fields.Reason.requiredWhen', { any: [{ role: ['CustomerMaker'] }, { not: { role: ['CustomerMaker'] } }] }).gives(`
      W909 club: fields.Reason.requiredWhen always holds.
        Remove the condition.`),
    'rule that refuses nothing': sound
      .set('club.rules', [{ require: { field: 'State', in: ['Active', 'Inactive'] }, message: '迄日不可早於起日。', at: 'EndDate' }])
      .gives(`
      W909 club: rules[0].require always holds.
        The rule rejects no record.`),
  },
  W910: {
    silent: sound.set('club.fields.Kinds.options.B', '甲 '),
    'options read alike': sound.set('club.fields.Kinds.options.B', '甲').gives(`
      W910 club: fields.Kinds.options.B is '甲', the same as that of 'A'.
        Change one of the two texts.`),
  },
  W912: {
    silent: withImport.add('club.import.columns', 'Parent'),
    'import asks for a number': sound
      .set('club.import', { columns: ['ApplyCode', 'ClubCode', 'ClubName', 'State', 'Parent'] })
      .remove('club.fields.Parent.by')
      .gives(`
      W912 club: import.columns[4] expects the SerialId of 'club', which users do not know.
        Set "by": "ClubCode" in fields.Parent.`),
  },
  W913: {
    silent: withImport
      .set('club.fields.ClubNo.requiredWhen', { field: 'State', is: 'Active' })
      .set('club.fields.Reason.required', true)
      .set('club.fields.Parent.shownWhen', { field: 'State', is: 'Active' })
      .add('club.import.columns', 'ClubNo', 'Reason', 'EndDate'),
    'import lacks what a condition requires': sound
      .set('club.import', { columns: ['ApplyCode', 'ClubCode', 'ClubName', 'State'] })
      .set('club.fields.EndDate.requiredWhen', { field: 'State', is: 'Inactive' })
      .set('club.fields.Reason.required', true)
      .gives(`
      W913 club: import.columns omit 'EndDate', which a condition requires.
        Add the column: rows that need the value are rejected without it.
      W913 club: import.columns omit 'Reason', which a condition requires.
        Add the column: rows that need the value are rejected without it.`),
  },
  W914: {
    silent: sound.set('club.display', '{SerialId}').remove('club.list.search'),
    'choices that nobody finds': sound
      .set('club.display', '{StartDate}')
      .remove('club.list.search')
      .gives(`
      W914 club at display: 'club' cannot be searched: 'club' refers to it, and its select box shows only the first records.
        Add text or number fields to display or list.search.`),
  },
  W920: {
    silent: sound.remove('club.actions.Close.confirm'),
    'danger without a question': sound
      .remove('club.actions.Close.confirm')
      .remove('club.actions.Close.inputs')
      .remove('club.actions.Close.set.Reason')
      .gives(`
      W920 club: actions.Close must have 'confirm'.
        Add "confirm".`),
  },
  W921: {
    silent: withReport.set('clubReport.report.where[2].match', 'exact'),
    'idle parameter': withReport.remove('clubReport.report.where[2]').gives(`
      W921 clubReport: parameters.States is unused: no condition in report.where uses 'States'.
        Use it in a condition of report.where, or remove it.`),
  },
} satisfies Cases

import { type Cases, sound, withImport, withReport } from './changed-files'

export const adviceChecks = {
  W901: {
    silent: sound.remove('club.fields.ClubCode.patternText').set('club.fields.ClubCode.pattern', '^[A-Z0-9]+$'),
    'pattern without words': sound.remove('club.fields.ClubCode.patternText').gives(`
      W901 club: fields.ClubCode must say 'patternText'.
        People would read only that the form is wrong, not what is wanted.`),
  },
  W902: {
    silent: sound.set('member.fields.Mobile', { type: 'mobile', label: '行動電話', personal: 'mobile' }),
    'personal without class': sound.set('member.fields.Mobile', { type: 'mobile', label: '行動電話' }).gives(`
      W902 member: fields.Mobile must say 'personal'.
        Lists show it in full.`),
  },
  W903: {
    silent: sound.set('later.menu.group', 'basic').set('later.menu.order', 2),
    'two pages at one place': sound.set('later.menu.group', 'basic').gives(`
      W903 later: menu.order is 1, as that of 'club'.
        Give one of the two another order.`),
  },
  W904: {
    silent: sound.set('club.fields.ClubNo.readOnly', true).remove('club.form[0].fields[3]'),
    'field that is shown nowhere': sound.remove('club.form[0].fields[3]').gives(`
      W904 club: fields.ClubNo stands in no section of the form.
        Say "readOnly": true if the server makes it.`),
  },
  W905: {
    silent: sound.set('club.list.filters', []),
    'list without filters': sound.remove('club.list.filters').gives(`
      W905 club at list: the list must say 'filters'.
        Name the fields that people look for records by, or accept W905 with the reason why the list stays short.`),
  },
  W906: {
    silent: sound.remove('club.fields.StartDate.index').set('club.list.filters', ['ClubName', 'State', 'ClubCode', 'ApplyCode']),
    'range without index': sound.remove('club.fields.StartDate.index').gives(`
      W906 club: list.filters[1] cannot use an index: 'StartDate' has none.
        Say "index": true in fields.StartDate, or accept W906 with the reason why the list stays short.`),
  },
  W907: {
    silent: sound.set('club.fields.ClubName.label', 'ClubName 社團'),
    'label is the name': sound.set('club.fields.ClubName.label', 'Club Name').gives(`
      W907 club: fields.ClubName.label is only the field's name.
        Say in zh-TW what 'ClubName' is.`),
  },
  W908: {
    silent: sound.set('club.fields.Lines.fields.Amount.label', '社團名稱'),
    'label twice': sound.set('club.fields.ClubNo.label', '社團名稱').gives(`
      W908 club: fields.ClubNo.label is '社團名稱', as that of 'ClubName'.
        Word one of them so that people can tell them apart.`),
  },
  W909: {
    silent: sound.set('club.fields.Reason.requiredWhen', { field: 'State', is: 'Inactive' }),
    'action always': sound.set('club.actions.Close.allowedWhen', { field: 'ClubName', empty: false }).gives(`
      W909 club: actions.Close.allowedWhen always holds.
        Say it without a condition.`),
    'holds always': sound.set('club.fields.Reason.shownWhen', { field: 'State', in: ['Active', 'Inactive'] }).gives(`
      W909 club: fields.Reason.shownWhen always holds.
        Say it without a condition.`),
    'role or not': sound.set('club.fields.Reason.requiredWhen', { any: [{ role: ['CustomerMaker'] }, { not: { role: ['CustomerMaker'] } }] }).gives(`
      W909 club: fields.Reason.requiredWhen always holds.
        Say it without a condition.`),
    'rule that refuses nothing': sound
      .set('club.rules', [{ require: { field: 'State', in: ['Active', 'Inactive'] }, message: '迄日不可早於起日。', at: 'EndDate' }])
      .gives(`
      W909 club: rules[0].require always holds.
        The rule refuses nothing.`),
  },
  W910: {
    silent: sound.set('club.fields.Kinds.options.B', '甲 '),
    'options read alike': sound.set('club.fields.Kinds.options.B', '甲').gives(`
      W910 club: fields.Kinds.options.B is '甲', as that of 'A'.
        Word one of them so that people can tell them apart.`),
  },
  W912: {
    silent: withImport.add('club.import.columns', 'Parent'),
    'import asks for a number': sound
      .set('club.import', { columns: ['ApplyCode', 'ClubCode', 'ClubName', 'State', 'Parent'] })
      .remove('club.fields.Parent.by')
      .gives(`
      W912 club: import.columns[4] asks for the SerialId of 'club', which people do not know.
        Say "by": "ClubCode" in fields.Parent.`),
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
      W913 club: import.columns leave out 'EndDate', which a condition requires.
        Add the column; where its condition holds, rows without it are refused.
      W913 club: import.columns leave out 'Reason', which a condition requires.
        Add the column; where its condition holds, rows without it are refused.`),
  },
  W914: {
    silent: sound.set('club.display', '{SerialId}').remove('club.list.search'),
    'choices that nobody finds': sound
      .set('club.display', '{StartDate}')
      .remove('club.list.search')
      .gives(`
      W914 club at display: 'club' cannot be searched: 'club' refers to it, and beyond the first choices nobody would find one.
        Name texts or numbers in the display text, or in list.search.`),
  },
  W920: {
    silent: sound.remove('club.actions.Close.confirm'),
    'danger without a question': sound
      .remove('club.actions.Close.confirm')
      .remove('club.actions.Close.inputs')
      .remove('club.actions.Close.set.Reason')
      .gives(`
      W920 club: actions.Close must say 'confirm'.
        Ask before what cannot be taken back.`),
  },
  W921: {
    silent: withReport.set('clubReport.report.where[2].match', 'exact'),
    'idle parameter': withReport.remove('clubReport.report.where[2]').gives(`
      W921 clubReport: parameters.States narrows nothing: no condition of report.where names 'States'.
        Name it in a condition of report.where, or take it out.`),
  },
} satisfies Cases

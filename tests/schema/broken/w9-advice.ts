import { type Cases, validFiles, withField, withImport } from './changed-files'

/** A page with records that users do not enter. */
const logFile = {
  label: '紀錄查詢',
  menu: { group: 'bank', order: 98, icon: 'Print' },
  endpoints: { operations: ['list', 'get'] },
  tenant: 'shared',
  fields: { Text: { type: 'string', label: '內容', max: 20, readOnly: true } },
  list: { filters: ['Text'] },
}

export const databaseAdvice = {
  W501: {
    silent: validFiles
      .remove('club.fields.StartDate')
      .set('club.fields.BeginDate', { type: 'date', label: '起日', index: true, was: 'StartDate' }),
    'field left out': validFiles
      .rename('club.fields.StartDate', 'BeginDate')
      .set('club.fields.EndDate.min.field', 'BeginDate')
      .set('club.list.filters[1].field', 'BeginDate')
      .set('club.form[0].fields[6]', 'BeginDate')
      .gives(`
      W501 club at fields: no field has the column 'start_date', which contains 1 value.
        The data are kept. If a field was renamed, set its "was" to the former name before the next start; once the column or value of the new name exists, move the data by hand.`),
    'former name of a field that has its column': validFiles
      .remove('club.fields.StartDate')
      .set('club.fields.Unused', { type: 'string', label: '起日', max: 10, was: 'StartDate' })
      .set('club.fields.EndDate', { type: 'date', label: '迄日' })
      .remove('club.list.filters[1]')
      .set('club.form[0].fields[6]', 'Unused')
      .gives(`
      W501 club at fields: no field has the column 'start_date', which contains 1 value.
        The data are kept. If a field was renamed, set its "was" to the former name before the next start; once the column or value of the new name exists, move the data by hand.`),
    'field of list items left out': withField('Awards', {
      type: 'rows',
      label: '獎項',
      max: 3,
      fields: { Title: { type: 'string', label: '名稱', max: 9 } },
    }).gives(`
      W501 club: fields.Awards.fields has no 'Year', for which the items in the database contain 6 values.
        The data are kept. If a field was renamed, set its "was" to the former name before the next start; once the column or value of the new name exists, move the data by hand.`),
  },
  W502: {
    silent: validFiles
      .rename('member', 'associate')
      .set('club.fields.Members.of', 'associate')
      .set('associate.was', 'member'),
    'file renamed': validFiles
      .rename('member', 'associate')
      .set('club.fields.Members.of', 'associate')
      .gives(`
      W502 schemas at line 1, column 1: no file has the table 'member', which contains 3 records.
        The records are kept. If a file was renamed, set its "was" to the former name before the next start; once the table of the new name exists, move the records by hand.`),
  },
  W503: {
    silent: withField('Memo', { type: 'string', label: '暱稱', max: 10, was: 'Unused' }),
    'shorter than what is there, option in use left out': withField('Nickname', {
      type: 'string',
      label: '暱稱',
      max: 10,
    }).gives(`
      W503 club: fields.Nickname has no option 'B': 1 record in the database (SerialId 8) has it.
        The records are kept; the next change of each must correct its value. 暱稱請選擇正確的選項。
      W503 club: fields.Nickname rejects the values of 3 records in the database.
        The records are kept; the next change of each must correct its value. 暱稱格式不正確。
      W503 club: fields.Nickname.max is 10: 2 records in the database (such as SerialId 7) have more.
        The records are kept; the next change of each must correct its value. 暱稱最多 10 個字，目前 12 個字。`),
    'narrower rules of list items, and fewer of them': withField('Prizes', {
      type: 'rows',
      label: '獎金',
      max: 2,
      fields: { Amount: { type: 'money', label: '金額', max: 9, required: true } },
    }).gives(`
      W503 club: fields.Prizes.max is 2: 1 record in the database (SerialId 4) has more.
        The records are kept; the next change of each must correct its value. 獎金最多 2 列，目前 3 列。
      W503 club: fields.Prizes.fields.Amount.max is 9: 2 records in the database (such as SerialId 4) have more.
        The records are kept; the next change of each must correct its value. 金額不可大於 9。
      W503 club at fields.Prizes.fields.Amount.required: fields.Prizes.fields.Amount is required: 1 record in the database (SerialId 5) has an item without a value.
        The records are kept; the next change of each must correct its value.`),
    'required and empty': withField('Owner', { type: 'string', label: '負責人', max: 10, required: true }).gives(`
      W503 club at fields.Owner.required: fields.Owner is required: 4 records in the database (such as SerialId 9) have no value.
        The records are kept; the next change of each must correct its value.`),
  },
  W504: {
    silent: validFiles.set('club.table', 'clubs'),
    'neither key nor unique': validFiles
      .set('locker', {
        label: '置物櫃',
        page: false,
        tenant: 'shared',
        fields: { LockerNo: { type: 'string', label: '櫃號', max: 10 } },
      })
      .gives(`
      W504 locker at the top: the portal drops the unique index on apply_code, locker_no when it starts.
        From then on several records may have the same values.`),
  },
} satisfies Cases

export const adviceChecks = {
  W901: {
    silent: validFiles.remove('club.fields.ClubCode.patternText').set('club.fields.ClubCode.pattern', '^[A-Z0-9]+$'),
    'pattern without words': validFiles.remove('club.fields.ClubCode.patternText').gives(`
      W901 club: fields.ClubCode must have 'patternText'.
        Without it, the error message does not explain the expected format.`),
  },
  W902: {
    silent: validFiles.set('member.fields.Mobile', { type: 'mobile', label: '行動電話', personal: 'mobile' }),
    'personal without class': validFiles.set('member.fields.Mobile', { type: 'mobile', label: '行動電話' }).gives(`
      W902 member: fields.Mobile must have 'personal'.
        Without it, lists show the values in full.`),
  },
  W903: {
    silent: validFiles.set('later.menu.group', 'basic').set('later.menu.order', 2),
    'two pages at one place': validFiles.set('later.menu.group', 'basic').gives(`
      W903 later: menu.order is 1, the same as that of 'club'.
        Change the order of one of the two.`),
  },
  W904: {
    silent: validFiles.set('club.fields.ClubNo.readOnly', true).remove('club.form[0].fields[3]'),
    'field that is shown nowhere': validFiles.remove('club.form[0].fields[3]').gives(`
      W904 club: fields.ClubNo is in no section of the form.
        Set "readOnly": true if the server sets the field.`),
  },
  W905: {
    silent: validFiles.set('club.list.filters', []),
    'list without filters': validFiles.remove('club.list.filters').gives(`
      W905 club at list: the list must have 'filters'.
        Add the fields by which users search, or accept W905 with the reason why the list stays short.`),
  },
  W906: {
    silent: validFiles
      .remove('club.fields.StartDate.index')
      .set('club.list.filters', ['ClubName', 'State', 'ClubCode', 'ApplyCode']),
    'range without index': validFiles.remove('club.fields.StartDate.index').gives(`
      W906 club: list.filters[1] cannot use an index: 'StartDate' has none.
        Set "index": true in fields.StartDate, or accept W906 with the reason why the list stays short.`),
  },
  W907: {
    silent: validFiles.set('club.fields.ClubName.label', 'ClubName 社團'),
    'label is the name': validFiles.set('club.fields.ClubName.label', 'Club Name').gives(`
      W907 club: fields.ClubName.label is only the field's name.
        Write a label for 'ClubName' in zh-TW.`),
  },
  W908: {
    silent: validFiles.set('club.fields.Lines.fields.Amount.label', '社團名稱'),
    'label twice': validFiles.set('club.fields.ClubNo.label', '社團名稱').gives(`
      W908 club: fields.ClubNo.label is '社團名稱', the same as that of 'ClubName'.
        Change one of the two labels.`),
  },
  W910: {
    silent: validFiles.set('club.fields.Kinds.options.B', '甲 '),
    'options read alike': validFiles.set('club.fields.Kinds.options.B', '甲').gives(`
      W910 club: fields.Kinds.options.B is '甲', the same as that of 'A'.
        Change one of the two texts.`),
  },
  W912: {
    silent: withImport.add('club.import.columns', 'Parent'),
    'import asks for a number': validFiles
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
    'import lacks what a condition requires': validFiles
      .set('club.import', { columns: ['ApplyCode', 'ClubCode', 'ClubName', 'State'] })
      .set('club.fields.EndDate.requiredWhen', { field: 'State', is: 'Inactive' })
      .set('club.fields.Reason.required', true)
      .gives(`
      W913 club: import.columns omits 'EndDate', which a condition requires.
        Add the column: rows that need the value are rejected without it.
      W913 club: import.columns omits 'Reason', which a condition requires.
        Add the column: rows that need the value are rejected without it.`),
  },
  W914: {
    silent: validFiles.set('club.display', '{SerialId}').remove('club.list.search'),
    'choices that nobody finds': validFiles
      .set('club.display', '{StartDate}')
      .remove('club.list.search')
      .gives(`
      W914 club at display: 'club' cannot be searched: 'club' refers to it, and the select box of that reference shows only the first records.
        Add text or number fields to display or list.search.`),
  },
  W920: {
    silent: validFiles.remove('club.actions.Close.confirm'),
    'danger without a question': validFiles
      .remove('club.actions.Close.confirm', 'club.actions.Close.inputs', 'club.actions.Close.set.Reason')
      .gives(`
      W920 club: actions.Close must have 'confirm'.
        Add "confirm", which asks the user first, or "inputs", which open a dialog.`),
    'a change without a question': validFiles
      .remove(
        'club.actions.Close.confirm',
        'club.actions.Close.inputs',
        'club.actions.Close.set.Reason',
        'club.actions.Close.danger',
      )
      .gives(`
      W920 club: actions.Close must have 'confirm'.
        Add "confirm", which asks the user first, or "inputs", which open a dialog.`),
  },
  W922: {
    silent: validFiles.remove('club.actions.Close.icon').set('club.actions.Close.on', ['bulk']),
    'an icon that says nothing': validFiles.remove('club.actions.Close.icon').gives(`
      W922 club: actions.Close must have 'icon'.
        Add "icon": the menu of a row shows it before the label.`),
  },
  W923: {
    silent: validFiles.set('club.list.hidden', ['State']),
    'columns that do not fit': validFiles.set('club.list.widths', { ClubCode: 400, ClubName: 400, State: 400 }).gives(`
      W923 club at list.columns: The default columns of 'club' are 1,392 px wide, of 1,090.
        Name columns in list.hidden, or show some as second lines of others (list.secondLines).`),
  },
  W924: {
    silent: validFiles.set('log', logFile).set('log.form', [{ title: '紀錄', fields: ['Text'] }]),
    'detail page without sections': validFiles.set('log', logFile).gives(`
      W924 log at the top: the detail page must have 'form' or 'detail'.
        Add "form" with sections: for records that users do not enter, it describes the detail page.`),
  },
  W925: {
    silent: validFiles
      .set('club.fields.Fee', { type: 'money', label: '會費', readOnly: true })
      .add('club.list.columns', 'Fee')
      .set('club.list.totals', []),
    'shown amount without sums': validFiles
      .set('club.fields.Fee', { type: 'money', label: '會費', readOnly: true })
      .add('club.list.columns', 'Fee')
      .gives(`
      W925 club at list: The list shows the amount 'Fee', but has no 'totals'.
        Name the amounts in list.totals, or set it to [] if their sum makes no sense.`),
  },
} satisfies Cases

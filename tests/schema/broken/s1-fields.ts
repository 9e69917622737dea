import { type Cases, validFiles } from './changed-files'

export const fieldChecks = {
  S105: {
    silent: validFiles.set('clubs', {
      label: '以後',
      kind: 'custom',
      menu: { group: 'report', order: 2, icon: 'Print' },
    }),
    'differs only in case': validFiles
      .set('Club', { label: '以後', kind: 'custom', menu: { group: 'report', order: 2, icon: 'Print' } })
      .gives(`
      S105 Club at the top: the file name 'Club' conflicts with 'club': both have the table 'club'.
        Rename the file. Its name is used for a route, a table and references from other files.`),
    'file name with hyphen': validFiles
      .set('no-page', { label: '以後', kind: 'custom', menu: { group: 'report', order: 1, icon: 'Print' } })
      .gives(`
      S105 no-page at the top: the file name 'no-page' must be letters and digits, beginning with a letter.
        Rename the file. Its name is used for a route, a table and references from other files.
      W903 no-page: menu.order is 1, the same as that of 'later'.
        Change the order of one of the two.`),
    'two files of one table': validFiles.set('Deal.table', 'club').gives(`
      S105 Deal at the top: the file name 'Deal' conflicts with 'club': both have the table 'club'.
        Rename the file. Its name is used for a route, a table and references from other files.`),
  },
  S106: {
    silent: validFiles.set('club.fields.ClubName.type', 'text').set('club.list.sort', 'ClubCode'),
    'misspelled type': validFiles.set('club.fields.ClubName.type', 'strnig').gives(`
      S106 club: fields.ClubName.type is 'strnig', which is not a field type.
        Did you mean 'string'?`),
  },
  S107: {
    silent: validFiles
      .remove('club.actions.Close', 'club.actions.Remind')
      .set('club.actions.Print', {
        label: '列印',
        call: 'Club.Print',
        inputs: { isGroup: { type: 'boolean', label: '合併' } },
      })
      .set('member.fields.ClubNo2', { type: 'boolean', label: 'x' }),
    'field name with hyphen': validFiles.set('member.fields.club-no', { type: 'boolean', label: 'x' }).gives(`
      S107 member: fields.club-no must be named with letters and digits, beginning with a capital.
        Use a name such as FeeCode; it is also a column, a query parameter and a JSON key.`),
  },
  S108: {
    silent: validFiles.set('member.fields.UpdatedTime', { type: 'datetime', label: 'x' }),
    'declares update time': validFiles.set('member.fields.UpdateTime', { type: 'datetime', label: 'x' }).gives(`
      S108 member: fields.UpdateTime cannot be declared: every record has that field.
        Rename the field, or remove it if every record has it.`),
    'two fields of one column': validFiles.set('club.fields.ClubNO', { type: 'boolean', label: 'x' }).gives(`
      S108 club: fields.ClubNO conflicts with 'ClubNo': both have the column 'club_no'.
        Rename the field, or remove it if every record has it.
      W904 club: fields.ClubNO is in no section of the form.
        Set "readOnly": true if the server sets the field.`),
  },
  S109: {
    silent: validFiles.set('club.fields.State.enum', 'CustomerStatus'),
    'enum and options': validFiles.set('club.fields.Kinds.enum', 'ActiveStatus').gives(`
      S109 club: fields.Kinds cannot have both 'enum' and 'options'.
        The fields by name.`),
    'misspelled enum': validFiles.set('club.fields.State.enum', 'ActivStatus').gives(`
      S109 club: fields.State.enum is 'ActivStatus', which is not an enum of src/domain/enums.ts.
        Did you mean 'ActiveStatus'?`),
    'neither enum nor options': validFiles.remove('club.fields.Kinds.options').gives(`
      S109 club: fields.Kinds must have 'enum' or 'options'.
        The fields by name.`),
  },
  S110: {
    silent: validFiles.set('club.fields.ClubName.min', 20),
    'days in wrong order': validFiles
      .set('club.fields.StartDate', { type: 'date', label: '起日', index: true, min: '2026-01-02', max: '2026-01-01' })
      .gives(`
      S110 club: fields.StartDate.min must be at most max, which is 2026-01-01.
        The fields by name.`),
    'times of day in wrong order': validFiles
      .set('club.fields.Opens', { type: 'time', label: '開放時間', readOnly: true, min: '17:30', max: '09:30' })
      .gives(`
      S110 club: fields.Opens.min must be at most max, which is 09:30.
        The fields by name.`),
    'min above max': validFiles.set('club.fields.ClubName.min', 21).gives(`
      S110 club: fields.ClubName.min must be at most max, which is 20.
        The fields by name.`),
  },
  S111: {
    silent: validFiles.set('club.fields.ClubCode.pattern', '^[A-Z]*$'),
    'pattern does not compile': validFiles.set('club.fields.ClubCode.pattern', '^[A-Z+$').gives(`
      S111 club: fields.ClubCode.pattern must be a regular expression.
        Invalid regular expression: /^[A-Z+$/u: Unterminated character class`),
  },
  S112: {
    silent: validFiles.set('club.fields.State.default', 'Inactive'),
    'default is no option': validFiles.set('club.fields.State.default', 'On').gives(`
      S112 club: fields.State.default must be a valid value of its field.
        狀態沒有「On」這個選項，請改用：啟用、停用。`),
    'default month': validFiles.set('club.fields.ClubNo.default', '1234567').gives(`
      S112 club: fields.ClubNo.default must be a valid value of its field.
        編號最多 6 個字，目前 7 個字。`),
    'today is no number': validFiles.set('club.fields.Lines.fields.Amount.default', 'today').gives(`
      S112 club: fields.Lines.fields.Amount.default must be a valid value of its field.
        金額應為整數，例如 1000。`),
  },
  S113: {
    silent: validFiles.set('club.fields.ClubName.readOnly', false),
    'index of virtual': validFiles.set('club.fields.Score.index', true).gives(`
      S113 club: fields.Score cannot have both 'virtual' and 'index'.
        Remove one of the two settings. Users do not enter what the server sets.`),
    'personal day': validFiles.set('club.fields.StartDate.personal', 'name').gives(`
      S113 club: fields.StartDate cannot be personal: values of type 'date' have no mask.
        Remove one of the two settings. Users do not enter what the server sets.`),
    'required and read only': validFiles
      .set('club.fields.ClubName.readOnly', true)
      .remove('club.form[0].fields[2]')
      .gives(`
      S113 club: fields.ClubName cannot have both 'required' and 'readOnly'.
        Remove one of the two settings. Users do not enter what the server sets.`),
    'required computed': validFiles
      .set('club.fields.Score', { type: 'computed', as: 'money', label: '分數', required: true, value: 1 })
      .gives(`
      S113 club: fields.Score cannot have 'required': the server sets fields of type 'computed'.
        Remove one of the two settings. Users do not enter what the server sets.`),
    'required count': validFiles.set('club.fields.Members.required', true).gives(`
      S113 club: fields.Members cannot have 'required': the server sets fields of type 'count'.
        Remove one of the two settings. Users do not enter what the server sets.`),
    'unique rows': validFiles.set('club.fields.Lines.unique', true).gives(`
      S113 club: fields.Lines cannot be unique: it is of type 'rows'.
        Remove one of the two settings. Users do not enter what the server sets.`),
    'unique where without unique': validFiles.set('club.fields.ClubNo.uniqueWhere', { State: ['Active'] }).gives(`
      S113 club: fields.ClubNo must have 'unique'.
        "uniqueWhere" limits "unique" to some records.`),
  },
  S121: {
    silent: validFiles
      .set('member.fields.MemberId', { type: 'integer', label: '編號' })
      .set('member.fields.Keywords', { type: 'boolean', label: '關鍵字' }),
    'field id': validFiles.set('member.fields.Id', { type: 'integer', label: '編號' }).gives(`
      S121 member: fields.Id cannot be named 'Id': the admin area identifies every record by its id.
        Rename the field.`),
    'field keyword': validFiles.set('member.fields.Keyword', { type: 'boolean', label: '關鍵字' }).gives(`
      S121 member: fields.Keyword cannot be named 'Keyword': every list call has a parameter of that name.
        Rename the field.`),
    'field labels': validFiles.set('member.fields.Labels', { type: 'boolean', label: '標籤' }).gives(`
      S121 member: fields.Labels cannot be named 'Labels': records contain the labels of their references under that name.
        Rename the field.`),
    'field request id': validFiles.set('member.fields.RequestId', { type: 'integer', label: '申請編號' }).gives(`
      S121 member: fields.RequestId cannot be named 'RequestId': the body of a creation contains its identification under that name.
        Rename the field.`),
    'field of postgres': validFiles.set('member.fields.Xmin', { type: 'integer', label: '最小' }).gives(`
      S121 member: fields.Xmin cannot be named 'Xmin': every table of PostgreSQL has such a column.
        Rename the field.`),
  },
  S126: {
    silent: validFiles
      .set('club.fields.Head', {
        type: 'string',
        label: '社長',
        max: 20,
        readOnly: true,
        personal: 'name',
        identifiedBy: 'HeadId',
      })
      .set('club.fields.HeadId', { type: 'idNo', label: '社長證號', readOnly: true, personal: 'idNo' })
      .set('club.fields.Lines.fields.Person', {
        type: 'string',
        label: '經手人',
        max: 20,
        personal: 'name',
        identifiedBy: 'PersonId',
      })
      .set('club.fields.Lines.fields.PersonId', { type: 'idNo', label: '經手人證號', personal: 'idNo' }),
    'id number of the record for a list item': validFiles
      .set('club.fields.HeadId', { type: 'idNo', label: '社長證號', readOnly: true, personal: 'idNo' })
      .set('club.fields.Lines.fields.Person', {
        type: 'string',
        label: '經手人',
        max: 20,
        personal: 'name',
        identifiedBy: 'HeadId',
      })
      .gives(`
      S126 club: fields.Lines.fields.Person.identifiedBy refers to 'HeadId', which is not a field of 'Lines'.
        Known names: 'Amount', 'Person'.`),
    'identified by a code': validFiles
      .set('club.fields.ClubName', { type: 'string', label: '名', max: 9, personal: 'name', identifiedBy: 'ClubCode' })
      .gives(`
      S126 club: fields.ClubName.identifiedBy must be a field of type idNo; 'ClubCode' is of type 'string'.
        Set "identifiedBy" in a field with "personal": "name", to the field of type idNo of the same person.`),
    'identified code': validFiles.set('club.fields.ClubCode.identifiedBy', 'ClubName').gives(`
      S126 club: fields.ClubCode.identifiedBy cannot be set: the field is not a name.
        Set "identifiedBy" in a field with "personal": "name", to the field of type idNo of the same person.`),
  },
  S122: {
    silent: validFiles.set('club.fields.ClubNo.was', 'OldNo'),
    'former file is still there': validFiles.set('member.was', 'club').gives(`
      S122 member: was cannot be 'club': 'club' still has its table 'club'.
        Remove "was" once the data have been moved, or keep it in one place only.`),
    'two files were the same file': validFiles
      .set('member.was', 'locker')
      .set('Deal.was', 'Locker')
      .gives(`
      S122 Deal: was cannot be 'Locker': 'member' already has that former name.
        Remove "was" once the data have been moved, or keep it in one place only.`),
    'was is claimed twice': validFiles
      .set('club.fields.ClubName.was', 'OldNo')
      .set('club.fields.ClubNo.was', 'OldNo')
      .gives(`
      S122 club: fields.ClubNo.was cannot be 'OldNo': 'ClubName' already has that former name.
        Remove "was" once the data have been moved, or keep it in one place only.`),
    'was in list items': validFiles
      .set('club.fields.Lines.fields.Total', { type: 'money', label: '總額', was: 'Amount' })
      .set('club.fields.Lines.fields.First', { type: 'money', label: '首期', was: 'Sum' })
      .set('club.fields.Lines.fields.Last', { type: 'money', label: '末期', was: 'Sum' })
      .gives(`
      S122 club: fields.Lines.fields.Total.was cannot be 'Amount': that is still a field, so 'Total' cannot take over its data.
        Remove "was" once the data have been moved, or keep it in one place only.
      S122 club: fields.Lines.fields.Last.was cannot be 'Sum': 'First' already has that former name.
        Remove "was" once the data have been moved, or keep it in one place only.`),
    'was is still there': validFiles.set('club.fields.ClubNo.was', 'ClubName').gives(`
      S122 club: fields.ClubNo.was cannot be 'ClubName': that is still a field, so 'ClubNo' cannot take over its data.
        Remove "was" once the data have been moved, or keep it in one place only.`),
  },
} satisfies Cases

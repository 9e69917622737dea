import { type Cases, sound } from './changed-files'

export const fieldChecks = {
  S105: {
    silent: sound.set('clubs', { label: '以後', kind: 'planned', menu: { group: 'report', order: 2, icon: 'Print' } }),
    'differs only in case': sound.set('Club', { label: '以後', kind: 'planned', menu: { group: 'report', order: 2, icon: 'Print' } }).gives(`
      S105 club at the top: 'club' cannot stand beside 'Club': both mean the table 'club'.
        Rename the file: its name is a route, a table and the name that other files refer to.
      S105 Club at the top: 'Club' cannot stand beside 'club': both mean the table 'club'.
        Rename the file: its name is a route, a table and the name that other files refer to.
      S501 Club at the top: no field keeps the column 'club_code', which holds 3 values.
        Has a field got another name? Say "was", and its data move along. Else save what is needed and drop the column by hand.
      S501 Club at the top: no field keeps the column 'club_name', which holds 3 values.
        Has a field got another name? Say "was", and its data move along. Else save what is needed and drop the column by hand.
      S501 Club at the top: no field keeps the column 'state', which holds 3 values.
        Has a field got another name? Say "was", and its data move along. Else save what is needed and drop the column by hand.
      S501 Club at the top: no field keeps the column 'start_date', which holds 1 value.
        Has a field got another name? Say "was", and its data move along. Else save what is needed and drop the column by hand.`),
    'file name with hyphen': sound.set('no-page', { label: '以後', kind: 'planned', menu: { group: 'report', order: 1, icon: 'Print' } }).gives(`
      S105 no-page at the top: the file name 'no-page' must be letters and digits, a letter first.
        Rename the file: its name is a route, a table and the name that other files refer to.
      W903 no-page: menu.order is 1, as that of 'later'.
        Give one of the two another order.`),
    'two files of one table': sound.set('member.table', 'club').gives(`
      S105 club at the top: 'club' cannot stand beside 'member': both mean the table 'club'.
        Rename the file: its name is a route, a table and the name that other files refer to.
      S105 member at the top: 'member' cannot stand beside 'club': both mean the table 'club'.
        Rename the file: its name is a route, a table and the name that other files refer to.
      S501 member at fields: no field keeps the column 'club_name', which holds 3 values.
        Has a field got another name? Say "was", and its data move along. Else save what is needed and drop the column by hand.
      S501 member at fields: no field keeps the column 'start_date', which holds 1 value.
        Has a field got another name? Say "was", and its data move along. Else save what is needed and drop the column by hand.`),
  },
  S106: {
    silent: sound.set('club.fields.ClubName.type', 'text').set('club.list.sort', 'ClubCode'),
    'misspelled type': sound.set('club.fields.ClubName.type', 'strnig').gives(`
      S106 club: fields.ClubName.type is 'strnig', which is not a type of field.
        Did you mean 'string'?`),
  },
  S107: {
    silent: sound
      .remove('club.actions.Close')
      .remove('club.actions.Remind')
      .set('club.actions.Print', { label: '列印', call: 'Club.Print', inputs: { isGroup: { type: 'boolean', label: '合併' } } })
      .set('member.fields.ClubNo2', { type: 'boolean', label: 'x' }),
    'field name with hyphen': sound.set('member.fields.club-no', { type: 'boolean', label: 'x' }).gives(`
      S107 member: fields.club-no must be named with letters and digits, a capital first.
        Such as FeeCode: the name is a column, a query parameter and a key in JSON.`),
  },
  S108: {
    silent: sound.set('member.fields.UpdatedTime', { type: 'datetime', label: 'x' }),
    'declares update time': sound.set('member.fields.UpdateTime', { type: 'datetime', label: 'x' }).gives(`
      S108 member: fields.UpdateTime cannot be declared: every record has it.
        Give the field another name, or take it out where every record has it already.`),
    'two fields of one column': sound.set('club.fields.ClubNO', { type: 'boolean', label: 'x' }).gives(`
      S108 club: fields.ClubNO cannot stand beside 'ClubNo': both mean the column 'club_no'.
        Give the field another name, or take it out where every record has it already.
      W904 club: fields.ClubNO stands in no section of the form.
        Say "readOnly": true if the server makes it.`),
  },
  S109: {
    silent: sound.set('club.fields.State.enum', 'CustomerStatus'),
    'enum and options': sound.set('club.fields.Kinds.enum', 'ActiveStatus').gives(`
      S109 club: fields.Kinds cannot say both 'enum' and 'options'.
        The fields by name.`),
    'misspelled enum': sound.set('club.fields.State.enum', 'ActivStatus').gives(`
      S109 club: fields.State.enum is 'ActivStatus', which is not an enum of src/domain/enums.ts.
        Did you mean 'ActiveStatus'?`),
    'neither enum nor options': sound.remove('club.fields.Kinds.options').gives(`
      S109 club: fields.Kinds must say 'enum'.
        Or 'options', with the codes and their labels.`),
  },
  S110: {
    silent: sound.set('club.fields.ClubName.min', 20),
    'days in wrong order': sound.set('club.fields.StartDate', { type: 'date', label: '起日', index: true, min: '2026-01-02', max: '2026-01-01' }).gives(`
      S110 club: fields.StartDate.min must be at most max, which is 2026-01-01.
        The fields by name.`),
    'min above max': sound.set('club.fields.ClubName.min', 21).gives(`
      S110 club: fields.ClubName.min must be at most max, which is 20.
        The fields by name.`),
  },
  S111: {
    silent: sound.set('club.fields.ClubCode.pattern', '^[A-Z]*$'),
    'pattern does not compile': sound.set('club.fields.ClubCode.pattern', '^[A-Z+$').gives(`
      S111 club: fields.ClubCode.pattern must be a regular expression.
        Invalid regular expression: /^[A-Z+$/u: Unterminated character class`),
  },
  S112: {
    silent: sound.set('club.fields.State.default', 'Inactive'),
    'default is no option': sound.set('club.fields.State.default', 'On').gives(`
      S112 club: fields.State.default must be a valid value of its field.
        狀態沒有「On」這個選項，請從清單選擇。`),
    'default month': sound.set('club.fields.ClubNo.default', '1234567').gives(`
      S112 club: fields.ClubNo.default must be a valid value of its field.
        編號最多 6 個字，目前 7 個字。`),
    'today is no number': sound.set('club.fields.Lines.fields.Amount.default', 'today').gives(`
      S112 club: fields.Lines.fields.Amount.default must be a valid value of its field.
        金額應為整數，例如 1000。`),
  },
  S113: {
    silent: sound.set('club.fields.ClubName.readOnly', false),
    'index of virtual': sound.set('club.fields.Score.index', true).gives(`
      S113 club: fields.Score cannot be both 'virtual' and 'index'.
        Take one of the two out; what the server makes is not asked of people.`),
    'personal day': sound.set('club.fields.StartDate.personal', 'name').gives(`
      S113 club: fields.StartDate cannot be personal: values of type 'date' have no mask.
        Take one of the two out; what the server makes is not asked of people.`),
    'required and read only': sound
      .set('club.fields.ClubName.readOnly', true)
      .remove('club.form[0].fields[2]')
      .gives(`
      S113 club: fields.ClubName cannot be both 'required' and 'readOnly'.
        Take one of the two out; what the server makes is not asked of people.`),
    'required computed': sound.set('club.fields.Score', { type: 'computed', as: 'money', label: '分數', required: true, value: 1 }).gives(`
      S113 club: fields.Score cannot be 'required': the server makes what is of type 'computed'.
        Take one of the two out; what the server makes is not asked of people.`),
    'required count': sound.set('club.fields.Members.required', true).gives(`
      S113 club: fields.Members cannot be 'required': it is counted.
        Take one of the two out; what the server makes is not asked of people.`),
    'unique rows': sound.set('club.fields.Lines.unique', true).gives(`
      S113 club: fields.Lines cannot be unique: it is of type 'rows'.
        Take one of the two out; what the server makes is not asked of people.`),
    'unique where without unique': sound.set('club.fields.ClubNo.uniqueWhere', { State: ['Active'] }).gives(`
      S113 club: fields.ClubNo must say 'unique'.
        uniqueWhere says among which records.`),
  },
  S121: {
    silent: sound.set('member.fields.MemberId', { type: 'integer', label: '編號' }).set('member.fields.Keywords', { type: 'boolean', label: '關鍵字' }),
    'field id': sound.set('member.fields.Id', { type: 'integer', label: '編號' }).gives(`
      S121 member: fields.Id cannot be named 'Id': the admin area calls every record by its id.
        Give the field another name.`),
    'field keyword': sound.set('member.fields.Keyword', { type: 'boolean', label: '關鍵字' }).gives(`
      S121 member: fields.Keyword cannot be named 'Keyword': every list call understands it as its own.
        Give the field another name.`),
    'field labels': sound.set('member.fields.Labels', { type: 'boolean', label: '標籤' }).gives(`
      S121 member: fields.Labels cannot be named 'Labels': records carry the labels of their references under it.
        Give the field another name.`),
    'field of postgres': sound.set('member.fields.Xmin', { type: 'integer', label: '最小' }).gives(`
      S121 member: fields.Xmin cannot be named 'Xmin': every table of PostgreSQL has such a column.
        Give the field another name.`),
  },
  S122: {
    silent: sound.set('club.fields.ClubNo.was', 'OldNo'),
    'was is claimed twice': sound
      .set('club.fields.ClubName.was', 'OldNo')
      .set('club.fields.ClubNo.was', 'OldNo')
      .gives(`
      S122 club: fields.ClubNo.was cannot be 'OldNo': 'ClubName' says so too.
        Take "was" out once the data have moved along, or let just one field say it.`),
    'was is still there': sound.set('club.fields.ClubNo.was', 'ClubName').gives(`
      S503 club: fields.ClubNo.max cannot be 6: the database holds a value of 12 characters.
        Change those records first.
      S122 club: fields.ClubNo.was cannot be 'ClubName': that is still a field, so 'ClubNo' cannot have its data.
        Take "was" out once the data have moved along, or let just one field say it.`),
  },
} satisfies Cases

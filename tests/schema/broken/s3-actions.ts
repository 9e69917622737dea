import { type Cases, sound } from './changed-files'

export const actionChecks = {
  S320: {
    silent: sound.set('club.actions.Close2', { label: '提醒', call: 'Club.Remind', success: '已提醒 {ClubName}。[通知已寄至 {SentTo}。]' }),
    'action in lower case': sound.rename('club.actions.Close', 'close').gives(`
      S320 club at actions.close: the name of the action 'close' must be letters and digits in PascalCase.
        Name it as SendNotice is: it becomes the end of a path and of a call's id.`),
    'action with a taken name': sound.rename('club.actions.Close', 'MultiDelete').gives(`
      S320 club: actions.MultiDelete cannot be named 'MultiDelete': another call has that name.
        Name it as SendNotice is: it becomes the end of a path and of a call's id.`),
  },
  S321: {
    silent: sound.set('club.actions.Print.on', ['page', 'bulk']),
    'calls and writes': sound.set('club.actions.Close.call', 'Club.Remind').gives(`
      S321 club: actions.Close cannot say both 'call' and 'set'.
        An action either writes ("set": for records with a table, on rows) or calls ("call"), and what it says of a record needs one.`),
    'neither calls nor writes': sound.remove('club.actions.Remind.call').gives(`
      S321 club: actions.Remind must say 'call' or 'set'.
        An action either writes ("set": for records with a table, on rows) or calls ("call"), and what it says of a record needs one.`),
    'page depends on a record': sound
      .set('club.actions.Print.allowedWhen', { field: 'State', is: 'Active' })
      .set('club.actions.Print.on', 'page')
      .gives(`
      S321 club at actions.Print.allowedWhen: actions.Print cannot depend on a record: it stands on the page.
        An action either writes ("set": for records with a table, on rows) or calls ("call"), and what it says of a record needs one.`),
    'writes on a page': sound.set('club.actions.Close.on[1]', 'page').gives(`
      S321 club at actions.Close.on: actions.Close cannot write on a page: there is no record to write into.
        An action either writes ("set": for records with a table, on rows) or calls ("call"), and what it says of a record needs one.`),
    'written file': sound.set('club.actions.Close.afterwards', 'download').gives(`
      S321 club at actions.Close.afterwards: actions.Close cannot download: what it writes answers no file.
        An action either writes ("set": for records with a table, on rows) or calls ("call"), and what it says of a record needs one.`),
  },
  S322: {
    silent: sound.set('club.actions.Close.set.ClubNo', null),
    'writes no field': sound.set('club.actions.Close.set.Sate', 'Inactive').gives(`
      S322 club: actions.Close.set.Sate refers to 'Sate', which is not a field of 'club'.
        Did you mean 'State'?`),
    'writes the tenant': sound.set('club.actions.Close.set.ApplyCode', '77001').gives(`
      S322 club: actions.Close.set.ApplyCode cannot write 'ApplyCode': it ties the record to its company.
        An action writes fields that have a column of their own and neither identify the record nor say whose it is.`),
    'writes what is counted': sound.set('club.actions.Close.set.Members', 0).gives(`
      S322 club: actions.Close.set.Members cannot write 'Members': it is of type 'count'.
        An action writes fields that have a column of their own and neither identify the record nor say whose it is.`),
    'writes who changed it': sound.set('club.actions.Close.set.UpdateUser', { session: 'UserId' }).gives(`
      S322 club: actions.Close.set.UpdateUser cannot write 'UpdateUser': the portal keeps it by itself.
        An action writes fields that have a column of their own and neither identify the record nor say whose it is.`),
  },
  S323: {
    silent: sound.set('club.actions.Close.set.State', 'Active'),
    'input of another type': sound.set('club.actions.Close.set.EndDate', { input: 'Why' }).gives(`
      S323 club: actions.Close.set.EndDate cannot take 'Why' of type 'text': 'EndDate' is of type 'date'.
        Write a value that a form would take, or take it from an input, the clock or the session of the same type.`),
    'moment for a day': sound.set('club.actions.Close.set.EndDate.clock', 'now').gives(`
      S323 club: actions.Close.set.EndDate cannot take 'now' from the clock: 'EndDate' is of type 'date'.
        Write a value that a form would take, or take it from an input, the clock or the session of the same type.`),
    'no input': sound.set('club.actions.Close.set.Reason.input', 'Wy').gives(`
      S323 club: actions.Close.set.Reason is 'Wy', which is not an input of 'Close'.
        Did you mean 'Why'?`),
    'no option': sound.set('club.actions.Close.set.State', 'Closed').gives(`
      S323 club: actions.Close.set.State must be a value of 'State'.
        狀態沒有「Closed」這個選項，請從清單選擇。`),
    'required is emptied': sound.set('club.actions.Close.set.ClubName', null).gives(`
      S323 club: actions.Close.set.ClubName cannot be empty: 'ClubName' is required.
        Write a value that a form would take, or take it from an input, the clock or the session of the same type.`),
  },
  S324: {
    silent: sound.set('club.actions.Remind.success', { one: '{SentTo} {State}', many: '{count}' }),
    'answer without it': sound.set('club.actions.Remind.success', '通知已寄至 {Sento}。').gives(`
      S324 club: actions.Remind.success cannot name 'Sento': neither the record nor the action has it.
        Did you mean 'SentTo'?`),
    'field of several': sound.set('club.actions.Close.success.many', '已停用 {ClubName}。').gives(`
      S324 club: actions.Close.success.many cannot name 'ClubName': neither the record nor the action has it.
        Known are 'count', 'done', 'failed', 'Why'.`),
    'misspelled placeholder': sound.set('club.actions.Close.confirm', '確定要停用 {ClubNmae} 嗎？').gives(`
      S324 club: actions.Close.confirm cannot name 'ClubNmae': neither the record nor the action has it.
        Did you mean 'ClubName'?`),
    'text with an open brace': sound.set('club.actions.Close.confirm', '確定要停用 {ClubName 嗎？').gives(`
      S324 club: actions.Close.confirm has a '{' without its counterpart.
        Fields stand in braces, such as {FeeCode}.`),
  },
  S325: {
    silent: sound.set('club.actions.Close.inputs.Why.default', '社團解散'),
    'input has an index': sound.set('club.actions.Close.inputs.Why.index', true).gives(`
      S325 club at actions.Close.inputs.Why.index: actions.Close.inputs.Why cannot be 'index': it is only asked for.
        Take it out, or make it a field of the record that the action sets.`),
    'input is a file': sound.set('club.actions.Close.inputs.Proof', { type: 'file', label: '證明', accept: ['pdf'], maxBytes: 1000 }).gives(`
      S325 club at actions.Close.inputs.Proof.type: actions.Close.inputs.Proof cannot be of type 'file': nobody could enter it in a dialog.
        Take it out, or make it a field of the record that the action sets.`),
  },
} satisfies Cases

import { type Cases, validFiles } from './changed-files'

export const actionChecks = {
  S320: {
    silent: validFiles.set('club.actions.Close2', {
      label: '提醒',
      call: 'Club.Remind',
      success: '已提醒 {ClubName}。[通知已寄至 {SentTo}。]',
    }),
    'action in lower case': validFiles.rename('club.actions.Close', 'close').gives(`
      S320 club at actions.close: the name of the action 'close' must be letters and digits in PascalCase.
        Use a name such as SendNotice: it is the end of a path and of the id of a call.`),
    'action with a taken name': validFiles.rename('club.actions.Close', 'MultiDelete').gives(`
      S320 club: actions.MultiDelete cannot be named 'MultiDelete': another call has that name.
        Use a name such as SendNotice: it is the end of a path and of the id of a call.`),
    'action with the name of a call of its controller': validFiles
      .set('club.endpoints', { controller: 'Guild' })
      .gives(`
      S320 club: actions.Close cannot be named 'Close': another call has that name.
        Use a name such as SendNotice: it is the end of a path and of the id of a call.`),
  },
  S321: {
    silent: validFiles
      .set('club.actions.Print.on', ['page', 'bulk'])
      .set('club.actions.Print.overQuery', true)
      .set('club.actions.Sheet', { label: '下載', on: 'list', call: 'Club.Print', afterwards: 'download' }),
    'calls and writes': validFiles.set('club.actions.Close.call', 'Club.Remind').gives(`
      S321 club: actions.Close cannot have both 'call' and 'set'.
        An action has either "set", for records with a table, or "call"; settings about a record need an action on records. An action on the list has only "call".`),
    'neither calls nor writes': validFiles.remove('club.actions.Remind.call').gives(`
      S321 club: actions.Remind must have 'call' or 'set'.
        An action has either "set", for records with a table, or "call"; settings about a record need an action on records. An action on the list has only "call".`),
    'page depends on a record': validFiles
      .set('club.actions.Print.on', 'page')
      .set('club.actions.Print.allowedWhen', { field: 'State', is: 'Active' })
      .gives(`
      S321 club: actions.Print.allowedWhen cannot be used for an action on a page.
        An action has either "set", for records with a table, or "call"; settings about a record need an action on records. An action on the list has only "call".`),
    'writes on a page': validFiles.set('club.actions.Close.on[1]', 'page').gives(`
      S321 club: actions.Close.on cannot contain 'page' with 'set': no record is selected there.
        An action has either "set", for records with a table, or "call"; settings about a record need an action on records. An action on the list has only "call".`),
    'writes on the list': validFiles
      .set('club.actions.Shut', { label: '結束', confirm: '確定要結束嗎？', on: 'list', set: { State: 'Inactive' } })
      .gives(`
      S321 club: actions.Shut.on cannot contain 'list' with 'set': no record is selected there.
        An action has either "set", for records with a table, or "call"; settings about a record need an action on records. An action on the list has only "call".`),
    'list with inputs': validFiles
      .set('club.actions.Print.on', 'list')
      .set('club.actions.Print.inputs', { Why: { type: 'text', label: '原因', max: 100 } })
      .gives(`
      S321 club: actions.Print.inputs cannot have more than 'FileFormat' with 'list': the call gets the query of the list.
        An action has either "set", for records with a table, or "call"; settings about a record need an action on records. An action on the list has only "call".`),
    'list and page': validFiles.set('club.actions.Print.on', ['list', 'page']).gives(`
      S321 club: actions.Print.on cannot combine 'list' with other places: the call gets the query of the list, and no records.
        An action has either "set", for records with a table, or "call"; settings about a record need an action on records. An action on the list has only "call".`),
    'query without bulk': validFiles
      .set('club.actions.Print.on', 'row')
      .set('club.actions.Print.overQuery', true)
      .gives(`
      S321 club: actions.Print.overQuery cannot be set: the action is not 'bulk'.
        An action has either "set", for records with a table, or "call"; settings about a record need an action on records. An action on the list has only "call".`),
    'written file': validFiles.set('club.actions.Close.afterwards', 'download').gives(`
      S321 club: actions.Close.afterwards cannot be 'download' with 'set', which returns no file.
        An action has either "set", for records with a table, or "call"; settings about a record need an action on records. An action on the list has only "call".`),
  },
  S322: {
    silent: validFiles.set('club.actions.Close.set.ClubNo', null),
    'writes no field': validFiles.set('club.actions.Close.set.Sate', 'Inactive').gives(`
      S322 club: actions.Close.set.Sate refers to 'Sate', which is not a field of 'club'.
        Did you mean 'State'?`),
    'writes the tenant': validFiles.set('club.actions.Close.set.ApplyCode', '77001').gives(`
      S322 club: actions.Close.set.ApplyCode cannot write 'ApplyCode': it is the tenant of the record.
        Use fields that have a column and are neither part of the key nor the tenant.`),
    'writes what is counted': validFiles.set('club.actions.Close.set.Members', 0).gives(`
      S322 club: actions.Close.set.Members cannot write 'Members': it is of type 'count'.
        Use fields that have a column and are neither part of the key nor the tenant.`),
    'writes who changed it': validFiles.set('club.actions.Close.set.UpdateUser', { session: 'UserId' }).gives(`
      S322 club: actions.Close.set.UpdateUser cannot write 'UpdateUser': the server sets it.
        Use fields that have a column and are neither part of the key nor the tenant.`),
  },
  S323: {
    silent: validFiles.set('club.actions.Close.set.State', 'Active'),
    'input of another type': validFiles.set('club.actions.Close.set.EndDate', { input: 'Why' }).gives(`
      S323 club: actions.Close.set.EndDate cannot use 'Why' of type 'text': 'EndDate' is of type 'date'.
        Use a value that a form would accept, or an input, the clock or the session of the same type.`),
    'moment for a day': validFiles.set('club.actions.Close.set.EndDate.clock', 'now').gives(`
      S323 club: actions.Close.set.EndDate cannot use 'now' from the clock: 'EndDate' is of type 'date'.
        Use a value that a form would accept, or an input, the clock or the session of the same type.`),
    'no input': validFiles.set('club.actions.Close.set.Reason.input', 'Wy').gives(`
      S323 club: actions.Close.set.Reason is 'Wy', which is not an input of 'Close'.
        Did you mean 'Why'?`),
    'no option': validFiles.set('club.actions.Close.set.State', 'Closed').gives(`
      S323 club: actions.Close.set.State must be a value of 'State'.
        狀態沒有「Closed」這個選項，請改用：啟用、停用。`),
    'required is emptied': validFiles.set('club.actions.Close.set.ClubName', null).gives(`
      S323 club: actions.Close.set.ClubName cannot be empty: 'ClubName' is required.
        Use a value that a form would accept, or an input, the clock or the session of the same type.`),
  },
  S324: {
    silent: validFiles.set('club.actions.Remind.success', { one: '{SentTo} {State}', many: '{count}' }),
    'answer without it': validFiles.set('club.actions.Remind.success', '通知已寄至 {Sento}。').gives(`
      S324 club: actions.Remind.success cannot use '{Sento}': neither the record nor the action has that value.
        Did you mean 'SentTo'?`),
    'field of several': validFiles.set('club.actions.Close.success.many', '已停用 {ClubName}。').gives(`
      S324 club: actions.Close.success.many cannot use '{ClubName}': neither the record nor the action has that value.
        Known names: 'count', 'done', 'failed', 'Why'.`),
    'misspelled placeholder': validFiles.set('club.actions.Close.confirm', '確定要停用 {ClubNmae} 嗎？').gives(`
      S324 club: actions.Close.confirm cannot use '{ClubNmae}': neither the record nor the action has that value.
        Did you mean 'ClubName'?`),
    'text with an open brace': validFiles.set('club.actions.Close.confirm', '確定要停用 {ClubName 嗎？').gives(`
      S324 club: actions.Close.confirm has an unmatched '{'.
        A placeholder is a field name in braces, such as {FeeCode}.`),
  },
  S325: {
    silent: validFiles.set('club.actions.Close.inputs.Why.default', '社團解散'),
    'input has an index': validFiles.set('club.actions.Close.inputs.Why.index', true).gives(`
      S325 club at actions.Close.inputs.Why.index: actions.Close.inputs.Why cannot have 'index': inputs are not stored.
        Remove the setting, or make the input a field of the record that the action sets.`),
    'input is a file': validFiles
      .set('club.actions.Close.inputs.Proof', { type: 'file', label: '證明', accept: ['pdf'], maxBytes: 1000 })
      .gives(`
      S325 club at actions.Close.inputs.Proof.type: actions.Close.inputs.Proof cannot be of type 'file': a dialog cannot enter it.
        Remove the setting, or make the input a field of the record that the action sets.`),
  },
} satisfies Cases

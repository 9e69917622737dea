import { type Cases, validFiles } from './changed-files'

export const referenceChecks = {
  S301: {
    silent: validFiles
      .set('club.fields.ApplyCode.to', 'member')
      .remove('club.fields.ClubNo.lengthOf', 'club.fields.State.within'),
    'input of no resource': validFiles
      .set('club.actions.Close.inputs.Next', { type: 'reference', to: 'clubs', label: '併入社團' })
      .gives(`
      S301 club: actions.Close.inputs.Next.to refers to 'clubs', which no schema file declares.
        Did you mean 'club'?`),
    'misspelled resource': validFiles.set('club.fields.Parent.to', 'clubs').gives(`
      S301 club: fields.Parent.to refers to 'clubs', which no schema file declares.
        Did you mean 'club'?`),
    'reference to a custom page': validFiles.set('club.fields.ApplyCode.to', 'later').gives(`
      S301 club: fields.ApplyCode.to cannot be 'later': that resource has no table.
        Refer to a resource of kind 'records' with fields.`),
  },
  S302: {
    silent: validFiles.remove('club.fields.Parent.by'),
    'reference by no field': validFiles.set('club.fields.Parent.by', 'ClubId').gives(`
      S302 club: fields.Parent.by refers to 'ClubId', which is not a field of 'club'.
        Did you mean 'ClubNo'?`),
    ...Object.fromEntries(
      (['money', 'percent', 'datetime', 'boolean'] as const).map((type) => [
        `reference by a field of type ${type}`,
        validFiles
          .set('club.fields.Founded', { type, label: '創立', readOnly: true })
          .set('club.fields.Parent.by', 'Founded')
          .gives(`
      S302 club: fields.Parent.by cannot be 'Founded': it is of type '${type}', whose values references cannot store.
        Use a field of the other resource, or omit "by" for its key.`),
      ]),
    ),
    'reference by a reference that stores a number': validFiles
      .set('club.fields.Leader', { type: 'reference', to: 'member', by: 'SerialId', label: '社長', readOnly: true })
      .set('club.fields.Parent.by', 'Leader')
      .gives(`
      S302 club: fields.Parent.by cannot be 'Leader': it is of type 'reference', whose values references cannot store.
        Use a field of the other resource, or omit "by" for its key.`),
    'offers by no field': validFiles.set('member.fields.ClubCode.offers', { Stat: ['Active'] }).gives(`
      S302 member: fields.ClubCode.offers.Stat refers to 'Stat', which is not a field of 'club'.
        Did you mean 'State'?`),
    'offers by no option': validFiles.set('member.fields.ClubCode.offers', { State: ['Activ'] }).gives(`
      S302 member: fields.ClubCode.offers.State cannot limit the options: the list of 'club' has no filter on 'State'.
        Use a field of the other resource, or omit "by" for its key.
      S302 member: fields.ClubCode.offers.State[0] is 'Activ', which is not a value of 'State'.
        Did you mean 'Active'?`),
    'offers without a filter': validFiles.set('member.fields.ClubCode.offers', { ClubName: ['x'] }).gives(`
      S302 member: fields.ClubCode.offers.ClubName cannot limit the options: the list of 'club' has no filter on 'ClubName'.
        Use a field of the other resource, or omit "by" for its key.`),
  },
  S303: {
    silent: validFiles.set('member.fields.ClubCode.same', ['ApplyCode']),
    'same in own resource': validFiles.set('club.fields.Parent.same', ['Nope']).gives(`
      S303 club: fields.Parent.same[0] refers to 'Nope', which is not a field of 'club'.
        Use fields that both resources have.`),
    'same is no field': validFiles.set('member.fields.ClubCode.same', ['UniformNo']).gives(`
      S303 member: fields.ClubCode.same[0] refers to 'UniformNo', which is not a field of 'member'.
        Known names: 'ApplyCode', 'ClubCode', 'State', 'SerialId', 'CreateUser', 'CreateTime', 'UpdateUser', 'UpdateTime'.`),
  },
  S304: {
    silent: validFiles.remove('club.fields.ClubNo.lengthOf'),
    'length of a list': validFiles.set('club.fields.ClubNo.lengthOf', 'ApplyCode.States').gives(`
      S304 club: fields.ClubNo.lengthOf must be a field of type integer; 'States' is of type 'enumList'.
        Use Reference.Field: a reference of this file and a field of the referenced resource.`),
    'rule follows no field': validFiles.set('club.fields.State.within', 'ApplyCode.Stats').gives(`
      S304 club: fields.State.within refers to 'Stats', which is not a field of 'Deal'.
        Did you mean 'States'?`),
    'rule without reference': validFiles.set('club.fields.ClubNo.lengthOf', 'NoLen').gives(`
      S304 club: fields.ClubNo.lengthOf must be 'Reference.Field' with a reference of 'club'.
        Known names: 'ApplyCode', 'Parent'.`),
  },
  S308: {
    silent: validFiles.remove('club.fields.Members.where'),
    'count by no field': validFiles.set('club.fields.Members.by[1]', 'ClubName').gives(`
      S308 club: fields.Members.by[1] refers to 'ClubName', which is not a field of 'member'.
        Known names: 'ApplyCode', 'ClubCode', 'State', 'SerialId', 'CreateUser', 'CreateTime', 'UpdateUser', 'UpdateTime'.`),
    'count of no resource': validFiles.set('club.fields.Members.of', 'members').gives(`
      S308 club: fields.Members.of refers to 'members', which no schema file declares.
        Did you mean 'member'?`),
    'count where no option': validFiles.set('club.fields.Members.where.State[0]', 'Activ').gives(`
      S308 club: fields.Members.where.State[0] is 'Activ', which is not a value of 'State'.
        Did you mean 'Active'?`),
  },
  S309: {
    silent: validFiles.remove('club.fields.Parent.maxDepth'),
    'depth of another resource': validFiles.set('member.fields.ClubCode.maxDepth', 3).gives(`
      S309 member: fields.ClubCode.maxDepth cannot be set: 'ClubCode' refers to 'club', not to 'member'.
        Remove "maxDepth": it applies only to references to the same resource.`),
  },
  S311: {
    silent: validFiles.set('Deal.fields.Club', { type: 'reference', to: 'club', by: 'ClubCode', label: '社團' }),
    'demands itself': validFiles.set('club.fields.Parent.required', true).gives(`
      S311 club: fields.Parent cannot be required: 'club' requires a record of 'club'.
        Make one of the references in the cycle optional.`),
    'two demand each other': validFiles
      .set('Deal.fields.Club', { type: 'reference', to: 'club', by: 'ClubCode', label: '社團', required: true })
      .remove('Deal.fields.ApplyCode.readOnly')
      .gives(`
      S311 club: fields.ApplyCode cannot be required: 'Deal' requires a record of 'club'.
        Make one of the references in the cycle optional.`),
  },
  S316: {
    silent: validFiles.set('member.fields.ClubCode.prefill', { State: 'State' }),
    'fills no field': validFiles.set('member.fields.ClubCode.prefill', { Stat: 'State' }).gives(`
      S316 member: fields.ClubCode.prefill.Stat refers to 'Stat', which is not a field of 'member'.
        Did you mean 'State'?`),
    'filled by no field': validFiles.set('member.fields.ClubCode.prefill', { State: 'Stat' }).gives(`
      S316 member: fields.ClubCode.prefill.State refers to 'Stat', which is not a field of 'club'.
        Did you mean 'State'?`),
    'filled by a field of another type': validFiles.set('member.fields.ClubCode.prefill', { State: 'ClubName' }).gives(`
      S316 member: fields.ClubCode.prefill.State cannot be filled in by 'ClubName': it is of type 'string', and 'State' of type 'enum'.
        Use fields that users enter, and fields of the same type of the resource in "to".`),
    'fills a field that users do not enter': validFiles
      .set('member.fields.Kept', { type: 'enum', enum: 'ActiveStatus', label: '原狀態', readOnly: true })
      .set('member.fields.ClubCode.prefill', { Kept: 'State' })
      .gives(`
      S316 member: fields.ClubCode.prefill.Kept cannot be filled in: users do not enter 'Kept'.
        Use fields that users enter, and fields of the same type of the resource in "to".`),
    'fills a field of the record from a list item': validFiles
      .set('club.fields.Lines.fields.Other', {
        type: 'reference',
        to: 'club',
        by: 'ClubCode',
        label: '其他社團',
        prefill: { ClubName: 'ClubName' },
      })
      .gives(`
      S316 club: fields.Lines.fields.Other.prefill.ClubName refers to 'ClubName', which is not a field of 'club'.
        Known names: 'Amount', 'Other'.`),
  },
} satisfies Cases

import { defineResource, pushDelivery, pushJob, resendPush, sendPush } from '../../src/server'

export default defineResource('ImmediateClientNotify', {
  calls: { GetDelivery: pushDelivery },
  // A notice that is sent again has a new round of attempts.
  beforeWrite: async (_, { action, record }) =>
    action === 'Resend' ? { ResendCount: Number(record.ResendCount) + 1 } : undefined,
  afterWrite: async (context, { action, record }) => {
    if (action === 'Resend') await resendPush(context, record)
  },
  jobs: { [pushJob]: sendPush },
})

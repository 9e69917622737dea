import { defineResource, endFormerPushSecret, pushSecretState, rotatePushSecret } from '../../src/server'

export default defineResource('Agreement', {
  calls: {
    GetPushSecretState: pushSecretState,
    RotatePushSecret: rotatePushSecret,
    EndFormerPushSecret: endFormerPushSecret,
  },
})

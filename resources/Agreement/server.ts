import { defineResource, endFormerPushSecret, rotatePushSecret } from '../../src/server'

export default defineResource('Agreement', {
  calls: { RotatePushSecret: rotatePushSecret, EndFormerPushSecret: endFormerPushSecret },
})

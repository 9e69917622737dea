import { defineResource, requireValidTemplate } from '../../src/server'

export default defineResource('noticeTemplate', { beforeWrite: requireValidTemplate })

import { defineResource, exceptionCalls } from '../../src/server'

export default defineResource('TLDetailExceptionHandling', { calls: exceptionCalls })

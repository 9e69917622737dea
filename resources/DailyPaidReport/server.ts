import { dailyPaidRows, defineResource } from '../../src/server'

export default defineResource('DailyPaidReport', { reportRows: dailyPaidRows })

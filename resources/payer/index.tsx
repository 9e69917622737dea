import { defineScreens, lazyComponent } from '../../src/admin'

export default defineScreens({
  ShowExtra: lazyComponent(async () => (await import('./DebitApplications')).DebitApplications),
})

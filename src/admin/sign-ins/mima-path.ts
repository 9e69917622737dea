/** The path of the page on which users change their password. */
export const mimaPath = '/admin/changeMima'

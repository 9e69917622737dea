/**
 * Name of the property of PUT PortalUser/{SerialId} that contains the caller's own password. The property is required for a change of e-mail, mobile or
 * role. If the password is missing or wrong, `Errors` has a message under this name.
 */
export const adminMima = 'AdminMima'

// Loaded before the server: should the command that started it be killed, the server ends in order rather
// than keep the port.
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'))
// Waiting for that alone does not keep a server running.
process.channel?.unref()

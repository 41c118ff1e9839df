"""Somebody's program at a listening socket, on a thread of the test."""
import contextlib
import socket
import threading


@contextlib.contextmanager
def answering(listener, answer):
    """Calls `answer` with each connection, one after the other, for as long as the `with` lasts.

    The thread has ended before the socket is closed: one that is about to wait would wait at whatever has the number of the
    descriptor by then, and take somebody else's connections.
    """
    def serve():
        with contextlib.suppress(OSError):
            while True:
                with listener.accept()[0] as connection:
                    answer(connection)

    thread = threading.Thread(target=serve, daemon=True)
    thread.start()
    try:
        yield listener
    finally:
        listener.shutdown(socket.SHUT_RDWR)
        thread.join()
        listener.close()

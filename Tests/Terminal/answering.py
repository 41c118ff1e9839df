"""A foreign program at a listening socket, on a thread of the test."""
import contextlib
import socket
import threading


@contextlib.contextmanager
def answering(listener, answer):
    """Calls `answer` with each connection, one after the other, for as long as the `with` lasts.

    The thread ends before the socket is closed: otherwise a thread about to wait would wait at whatever socket has the descriptor's number
    by then, and take its connections.
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

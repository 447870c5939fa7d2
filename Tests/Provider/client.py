"""A provider's side of HTTP/2 over TLS, byte by byte where a test wants it: h2 frames what it is told to."""
import socket
import ssl

import h2.config
import h2.connection
import h2.events

HOST = "127.0.0.1"
# How long any single wait may take, in seconds, before it is a failure.
PATIENCE = 30
PREFACE = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"


class Closed(Exception):
    """The other side has ended the connection; says how."""


def tls(port, authority, alpn=True):
    """A TLS connection that trusts the authority alone; without ALPN as aioapns and pushy connect."""
    context = ssl.create_default_context(cafile=authority)
    if alpn:
        context.set_alpn_protocols(["h2"])
    plain = socket.create_connection((HOST, port), timeout=PATIENCE)
    plain.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return context.wrap_socket(plain, server_hostname="localhost")


class Connection:
    """One HTTP/2 connection, on which any number of requests may be open."""

    def __init__(self, port, authority, alpn=True):
        self.socket = tls(port, authority, alpn)
        config = h2.config.H2Configuration(client_side=True, header_encoding="utf-8",
                                           validate_outbound_headers=False, normalize_outbound_headers=False)
        self.h2 = h2.connection.H2Connection(config=config)
        self.h2.initiate_connection()
        self.answers = {}
        self.done = []
        self.goaway = None
        self.flush()
        # The server's limit on streams is known before the first request.
        while not self.h2.remote_settings.max_concurrent_streams or not self.settled:
            self.read()

    settled = False

    def flush(self):
        self.socket.sendall(self.h2.data_to_send())

    def start(self, headers, body=b"", ends=True):
        """Opens a stream; returns its number."""
        stream = self.h2.get_next_available_stream_id()
        self.answers[stream] = {"status": 0, "headers": {}, "body": b"", "frames": []}
        self.h2.send_headers(stream, headers, end_stream=ends and not body)
        sent = 0
        while sent < len(body) and stream not in self.done:
            room = min(self.h2.local_flow_control_window(stream), self.h2.max_outbound_frame_size)
            if room == 0:
                self.flush()
                self.read()
                continue
            piece = body[sent:sent + room]
            sent += len(piece)
            self.h2.send_data(stream, piece, end_stream=ends and sent == len(body))
        return stream

    def read(self):
        """Takes what the server has sent; raises Closed at the connection's end."""
        data = self.socket.recv(65536)
        if not data:
            raise Closed("closed" if self.goaway is None else self.goaway)
        for event in self.h2.receive_data(data):
            self.take(event)
        self.flush()

    def take(self, event):
        if isinstance(event, h2.events.RemoteSettingsChanged):
            self.settled = True
        elif isinstance(event, h2.events.ResponseReceived):
            answer = self.answers[event.stream_id]
            answer["headers"] = dict(event.headers)
            answer["status"] = int(answer["headers"].pop(":status"))
        elif isinstance(event, h2.events.DataReceived):
            answer = self.answers[event.stream_id]
            answer["body"] += event.data
            answer["frames"].append(len(event.data))
            self.h2.acknowledge_received_data(event.flow_controlled_length, event.stream_id)
        elif isinstance(event, (h2.events.StreamEnded, h2.events.StreamReset)):
            if event.stream_id not in self.done:
                self.done.append(event.stream_id)
        elif isinstance(event, h2.events.ConnectionTerminated):
            # h2 takes GOAWAY for the end; requests that are in are still answered.
            self.goaway = (event.additional_data or b"").decode() or f"goaway {int(event.error_code)}"

    def wait(self, streams):
        """Waits until all of the streams have ended; returns their answers."""
        while not all(stream in self.done for stream in streams):
            self.read()
        return [self.answers.pop(stream) for stream in streams]

    def ask(self, headers, body=b""):
        """One request and its answer."""
        stream = self.start(headers, body)
        self.flush()
        return self.wait([stream])[0]

    def close(self):
        self.socket.close()


def push_headers(token="c0ffee", *more, topic="com.example.meetings"):
    """The header fields of a push as providers send them."""
    return [(":method", "POST"), (":scheme", "https"), (":path", f"/3/device/{token}"),
            (":authority", "localhost"), ("apns-topic", topic), *more]
